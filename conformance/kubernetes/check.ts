// Renders the overlays of deploy/kubernetes as an operator does, and prints their objects: `npm run check:kubernetes`.
// Each must be valid by the schema that Kubernetes publishes for it, have no field that the schema does not name, and
// refer only to what is there. Needs kubectl 1.27 or newer.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { printTable } from "../../bench/processes.ts";
import { SETTINGS } from "../../server/src/settings.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MODULES = fileURLToPath(new URL("node_modules", import.meta.url));
// As docs/self-hosting.md#kubernetes has the operator write them.
const SECRETS = {
  "junctor.env": [
    "DATABASE_URL",
    "JUNCTOR_ENCRYPTION_KEY",
    "JUNCTOR_TEST_API_KEY",
    "JUNCTOR_PRODUCTION_API_KEY",
  ],
  "postgres.env": ["POSTGRES_PASSWORD"],
};
const OVERLAYS = { trial: ["junctor.env", "postgres.env"], production: ["junctor.env"] } as const;

interface Kubernetes {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: Spec;
  readonly data?: Readonly<Record<string, string>>;
}

type Labels = Readonly<Record<string, string>>;

/** What the specifications of several kinds have that refers to others. */
interface Spec {
  readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  readonly selector?: Labels | { readonly matchLabels: Labels };
  readonly podSelector?: { readonly matchLabels: Labels };
  readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
  readonly metrics?: readonly { readonly external?: { readonly metric: { readonly name: string } } }[];
  readonly ports?: readonly { readonly name: string; readonly targetPort?: string }[];
  readonly rules?: readonly {
    readonly http: { readonly paths: readonly { readonly backend: { readonly service: ServiceRef } }[] };
  }[];
}

interface ServiceRef {
  readonly name: string;
  readonly port: { readonly name: string };
}

interface PodSpec {
  readonly securityContext: { readonly runAsNonRoot?: boolean };
  readonly enableServiceLinks?: boolean;
  readonly containers: readonly Container[];
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string }[];
  readonly envFrom?: readonly Readonly<
    Record<"secretRef" | "configMapRef", { readonly name: string } | undefined>
  >[];
  readonly securityContext: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
  readonly resources: { readonly limits?: Labels; readonly requests?: Labels };
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}

interface Probe {
  readonly httpGet?: { readonly port: string };
}

const work = mkdtempSync(join(tmpdir(), "junctor-kubernetes-"));
const problems: string[] = [];
try {
  cpSync(join(ROOT, "deploy/kubernetes"), work, { recursive: true });
  for (const [overlay, files] of Object.entries(OVERLAYS)) {
    for (const file of files) {
      const lines = SECRETS[file].map((name) => `${name}=a-secret`);
      writeFileSync(join(work, "overlays", overlay, file), `${lines.join("\n")}\n`);
    }
    const rendered = execFileSync("kubectl", ["kustomize", join(work, "overlays", overlay)], {
      encoding: "utf8",
    });
    const objects = parseAllDocuments(rendered).map((document): Kubernetes => document.toJS());
    const findings = [
      ...(await findInvalid(objects)),
      ...findUnknownFields(objects),
      ...findBrokenReferences(objects),
      ...objects.flatMap(findLaxPods),
    ];
    problems.push(...findings.map((finding) => `${overlay}: ${finding}`));
    printTable(
      `Overlay ${overlay}`,
      objects.map(({ apiVersion, kind, metadata }) => ({ kind, name: metadata.name, apiVersion })),
    );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log("All objects are valid, have no unknown field, and refer only to what is there.");

function modulePathOf({ apiVersion, kind }: Kubernetes): string {
  return `kubernetes-models/${apiVersion}/${kind}`;
}

async function findInvalid(objects: readonly Kubernetes[]): Promise<string[]> {
  const findings: string[] = [];
  for (const object of objects) {
    const { [object.kind]: Model } = await import(join(MODULES, `${modulePathOf(object)}.js`));
    try {
      new Model(object).validate();
    } catch (error) {
      findings.push(`${nameOf(object)}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return findings;
}

/** The schemas allow fields that they do not name, which Kubernetes refuses; TypeScript refuses them in literals. */
function findUnknownFields(objects: readonly Kubernetes[]): string[] {
  const folder = join(MODULES, ".check");
  mkdirSync(folder, { recursive: true });
  const literals = objects.map((object, at) => {
    const type = `I${object.kind}`;
    return `import type { ${type} as T${at} } from "${modulePathOf(object)}";\nexport const o${at}: T${at} = ${JSON.stringify(object, null, 1)};`;
  });
  writeFileSync(join(folder, "objects.ts"), literals.join("\n"));
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, module: "nodenext", types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["objects.ts"] }));
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { status, stdout } = spawnSync(tsc, ["--project", folder], { encoding: "utf8" });
  return status === 0 ? [] : stdout.trim().split("\n");
}

function findBrokenReferences(objects: readonly Kubernetes[]): string[] {
  const has = (kind: string, name: string | undefined) =>
    objects.some((object) => object.kind === kind && object.metadata.name === name);
  const pods = objects.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
  const podsBy = (labels: Labels) =>
    pods.filter(({ metadata }) =>
      Object.entries(labels).every(([name, value]) => metadata.labels[name] === value),
    );
  const hasPort = (containers: readonly Container[], port: string | undefined) =>
    containers.some(({ ports = [] }) => ports.some(({ name }) => name === port));
  const metrics = readFileSync(join(ROOT, "docs/metrics.md"), "utf8");
  const settings = new Set([...SETTINGS.map(({ name }) => name), ...SECRETS["postgres.env"]]);
  return objects.flatMap((object) => {
    const { kind, spec = {}, data = {} } = object;
    const findings: string[] = [];
    const must = (isSo: boolean, otherwise: string) => {
      if (!isSo) findings.push(`${nameOf(object)}: ${otherwise}`);
    };
    const selector = spec.podSelector ?? spec.selector;
    if (selector) {
      const labels = ("matchLabels" in selector ? selector.matchLabels : selector) as Labels;
      must(podsBy(labels).length > 0, "its selector matches no pod.");
      for (const { targetPort } of kind === "Service" ? (spec.ports ?? []) : [])
        must(
          podsBy(labels).every((pod) => hasPort(pod.spec.containers, targetPort)),
          `no pod has port ${targetPort}.`,
        );
    }
    const target = spec.scaleTargetRef;
    if (target) must(has(target.kind, target.name), `there is no ${target.kind} ${target.name}.`);
    for (const { external } of spec.metrics ?? [])
      if (external)
        must(metrics.includes(`\`${external.metric.name}\``), `${external.metric.name} is no metric.`);
    for (const { backend } of (spec.rules ?? []).flatMap(({ http }) => http.paths)) {
      const service = objects.find(
        (one) => one.kind === "Service" && one.metadata.name === backend.service.name,
      );
      const ports = service?.spec?.ports ?? [];
      must(
        ports.some(({ name }) => name === backend.service.port.name),
        `${backend.service.name} has no such port.`,
      );
    }
    if (kind === "ConfigMap" || kind === "Secret")
      for (const name of Object.keys(data)) must(settings.has(name), `${name} is no setting.`);
    for (const container of spec.template?.spec.containers ?? []) {
      for (const { secretRef, configMapRef } of container.envFrom ?? []) {
        if (secretRef) must(has("Secret", secretRef.name), `there is no Secret ${secretRef.name}.`);
        if (configMapRef)
          must(has("ConfigMap", configMapRef.name), `there is no ConfigMap ${configMapRef.name}.`);
      }
      const probes = [container.livenessProbe, container.readinessProbe, container.startupProbe];
      for (const probe of probes)
        if (probe?.httpGet)
          must(hasPort([container], probe.httpGet.port), `no port ${probe.httpGet.port} to probe.`);
    }
    return findings;
  });
}

/** Pods that the namespace's security standard, `restricted`, refuses, and processes of ours that are not watched. */
function findLaxPods(object: Kubernetes): string[] {
  const pod = object.spec?.template?.spec;
  if (!pod) return [];
  const findings: string[] = [];
  const must = (isSo: unknown, otherwise: string) => {
    if (!isSo) findings.push(`${nameOf(object)}: ${otherwise}`);
  };
  must(pod.securityContext.runAsNonRoot, "it may run as root.");
  for (const { name, args, securityContext, resources, ...probes } of pod.containers) {
    must(securityContext.allowPrivilegeEscalation === false, "it may gain privileges.");
    must(securityContext.capabilities?.drop?.includes("ALL"), "it keeps capabilities.");
    must(resources.limits?.memory && resources.requests?.memory, "its memory has no limit.");
    if (name !== "junctor") continue;
    must(pod.enableServiceLinks === false, "variables of services would reach it.");
    must(securityContext.readOnlyRootFilesystem, "its root can be written to.");
    if (args?.[0] === "migrate") continue;
    must(probes.livenessProbe && probes.readinessProbe && probes.startupProbe, "it lacks a probe.");
  }
  return findings;
}

function nameOf({ kind, metadata }: Kubernetes): string {
  return `${kind} ${metadata.name}`;
}
