// Builds the dashboard into web/dist, unless what stands there was made from the same files. Plain JavaScript, as
// install.mjs: it runs before a start.
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// The API's types, which no build needs, are no source.
const TYPES = "sdk/src/openapi.generated.ts";
const SOURCES = [
  "web/{src,public}/**/*.*",
  "web/{*.html,package.json,vite.config.ts}",
  "sdk/src/**/*.ts",
  "package-lock.json",
];
const COMPRESSED = /\.(html|js|css|svg)$/;

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}/web/dist`;
const marker = ".built-from";

const sources = hashSources();
if (!isBuilt()) await build();

function hashSources() {
  const hash = createHash("sha256");
  for (const file of globSync(SOURCES, { cwd: root, exclude: [TYPES] }).sort())
    hash.update(`${file}\0`).update(readFileSync(`${root}/${file}`));
  return hash.digest("hex");
}

function isBuilt() {
  const file = `${target}/${marker}`;
  return existsSync(file) && readFileSync(file, "utf8") === sources;
}

/** The dashboard, and the page of the portal on which customers edit workflows; into a folder beside, which then takes the place of the old one: a server may be sending that one's files. */
async function build() {
  console.log("Building the dashboard…");
  const { build: viteBuild } = await import("vite");
  const made = `${root}/web/.dist-${process.pid}`;
  mkdirSync(made, { recursive: true });
  try {
    const options = { configFile: `${root}/web/vite.config.ts`, logLevel: "warn" };
    await viteBuild({ ...options, build: { outDir: made, emptyOutDir: true } });
    // By itself: files that both pages share would be loaded whole by each, with what only the other one needs.
    await viteBuild({
      ...options,
      build: {
        ...{
          outDir: made,
          assetsDir: "assets/customer",
          emptyOutDir: false,
          copyPublicDir: false,
          manifest: false,
        },
        rollupOptions: { input: `${root}/web/customer-editor.html` },
      },
    });
    for (const file of globSync("**/*", { cwd: made }).filter((one) => COMPRESSED.test(one)))
      writeFileSync(`${made}/${file}.gz`, gzipSync(readFileSync(`${made}/${file}`), { level: 9 }));
    writeFileSync(`${made}/${marker}`, sources);
    rmSync(target, { recursive: true, force: true });
    renameSync(made, target);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
