// Takes development tools out of a bill of materials by `npm sbom` (CycloneDX) from the input: its own `--omit=dev` also
// drops packages that a workspace shares with such tools (npm 11). Plain JavaScript, like install.mjs.
import { text } from "node:stream/consumers";

const bill = JSON.parse(await text(process.stdin));
const isTool = ({ properties = [] }) => properties.some(({ name }) => name === "cdx:npm:package:development");
const dropped = new Set(bill.components.filter(isTool).map((component) => component["bom-ref"]));
const isKept = (reference) => !dropped.has(reference);
bill.components = bill.components.filter((component) => isKept(component["bom-ref"]));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => isKept(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isKept) }));
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
