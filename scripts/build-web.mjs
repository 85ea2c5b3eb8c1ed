// Builds the dashboard into web/dist unless it is already built from the same files. Plain JavaScript, like
// install.mjs: it runs before a start.
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// Only types, so no build depends on it.
const TYPES = "sdk/src/openapi.generated.ts";
const SOURCES = [
  "web/{src,public}/**/*.*",
  "web/{*.html,package.json,vite.config.ts}",
  "sdk/src/**/*.ts",
  "server/src/pages/words/{languages,message}.ts",
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

/**
 * Builds the dashboard, and the portal's page on which customers edit workflows, into a folder beside web/dist that
 * then replaces it: a server may be sending the old files.
 */
async function build() {
  console.log("Building the dashboard…");
  const { build: viteBuild } = await import("vite");
  const made = `${root}/web/.dist-${process.pid}`;
  mkdirSync(made, { recursive: true });
  try {
    const options = { configFile: `${root}/web/vite.config.ts`, logLevel: "warn" };
    await viteBuild({ ...options, build: { outDir: made, emptyOutDir: true } });
    // Built separately: chunks shared with the dashboard would also contain the dashboard's code.
    await viteBuild({
      ...options,
      build: {
        outDir: made,
        assetsDir: "assets/customer",
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: false,
        rollupOptions: { input: `${root}/web/customer-editor.html` },
      },
    });
    for (const file of globSync("**/*", { cwd: made }).filter((one) => COMPRESSED.test(one)))
      writeFileSync(`${made}/${file}.gz`, gzipSync(readFileSync(`${made}/${file}`), { level: 9 }));
    writeFileSync(`${made}/${marker}`, sources);
    // Another process may have built the same in the meantime.
    if (isBuilt()) return;
    rmSync(target, { recursive: true, force: true });
    try {
      renameSync(made, target);
    } catch (error) {
      if (!isBuilt()) throw error;
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
