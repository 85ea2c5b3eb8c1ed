import { parseArgs, styleText } from "node:util";
import { listConnectorFolders } from "../apps/catalog/catalog.ts";
import type { Config } from "../config.ts";
import { StartError } from "../platform/errors.ts";
import { type SimulatedApplication, SimulatorError } from "../simulator/application.ts";
import type { RecordedRequest, Simulator, SimulatorOptions } from "../simulator/simulator.ts";
import { startSimulator } from "../simulator/start-simulator.ts";
import { stopSignal } from "../start/stop-signal.ts";

const USAGE =
  "Usage: junctor simulate [APPLICATION…] [--document FILE|URL]… [--port PORT] [--host ADDRESS] [--seed NUMBER] [--faults SHARE] [--list]";
const PORT = 4010;
const LONGEST_SHOWN = 120;

/** `junctor simulate`: plays third-party applications until a signal ends it (docs/simulate.md). */
export async function runSimulateCommand(config: Config, argv: readonly string[]): Promise<void> {
  const { lists, ...options } = readArguments(config, argv);
  const stopped = stopSignal(config);
  const simulator = await start(lists ? { ...options, port: 0 } : options);
  console.log(lists ? describeApplications(simulator.applications) : describeSimulator(simulator, options));
  if (!lists) await stopped;
  await simulator.close();
}

async function start(options: SimulatorOptions): Promise<Simulator> {
  try {
    return await startSimulator({
      ...options,
      onRequest: (request) => console.log(describeRequest(request)),
    });
  } catch (error) {
    if (error instanceof SimulatorError) throw new StartError(error.message);
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "EADDRINUSE")
      throw new StartError(`Port ${options.port} is in use: choose another one with --port.`);
    if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
      throw new StartError(`${options.host} is no address of this machine.`);
    throw error;
  }
}

function readArguments(
  { connectorsDir }: Config,
  argv: readonly string[],
): SimulatorOptions & { lists: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        document: { type: "string", multiple: true },
        port: { type: "string", default: String(PORT) },
        host: { type: "string", default: "127.0.0.1" },
        seed: { type: "string", default: "1" },
        faults: { type: "string", default: "0" },
        list: { type: "boolean", default: false },
      },
    });
    return {
      applications: positionals.length > 0 ? positionals : undefined,
      documents: values.document,
      folders: listConnectorFolders({ connectorsDir }),
      port: readNumber("--port", values.port, { max: 65_535, whole: true }),
      host: values.host,
      seed: readNumber("--seed", values.seed, { max: Number.MAX_SAFE_INTEGER, whole: true }),
      faults: readNumber("--faults", values.faults, { max: 1, whole: false }),
      lists: values.list,
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${error instanceof Error ? error.message : ""}\n${USAGE}`);
  }
}

function readNumber(name: string, text: string, { max, whole }: { max: number; whole: boolean }): number {
  const number = Number(text);
  if (text.trim() !== "" && number >= 0 && number <= max && (!whole || Number.isInteger(number)))
    return number;
  throw new StartError(`${name} must be a ${whole ? "whole " : ""}number from 0 to ${max}, not "${text}".`);
}

/** What is played, and how to use it. */
function describeSimulator(
  { applications, url, seed }: Simulator,
  { faults = 0 }: Pick<SimulatorOptions, "faults">,
): string {
  const many = applications.length === 1 ? "1 application" : `${applications.length} applications`;
  return [
    `Simulating ${many} at ${url}.`,
    ...(faults > 0
      ? [`${Number((faults * 100).toFixed(3))} % of the requests meet faults; the seed is ${seed}.`]
      : []),
    "",
    "Start Junctor with this setting, and customers connect to the simulated applications:",
    `  JUNCTOR_SIMULATOR_URL=${url}`,
    "",
    describeApplications(applications),
    "",
    'Each value belongs to the account "acme". Another name after the secret, such as "-globex", is another account.',
    "Ctrl-C ends the simulator, and its applications forget what happened.",
    "",
  ].join("\n");
}

/** A line for each application: how customers connect, and what they enter. */
function describeApplications(applications: readonly SimulatedApplication[]): string {
  const rows = applications.map(({ slug, hasConsent, credentials }) => {
    const ways = [...(hasConsent ? ["consent"] : []), ...(credentials ? ["key"] : [])];
    return [
      slug,
      ways.join(", ") || "open",
      Object.entries(credentials ?? {})
        .map(describeValue)
        .join(" "),
    ];
  });
  const table = [["APPLICATION", "CONNECT BY", "VALUES TO ENTER"], ...rows];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function describeValue([name, value]: [string, string]): string {
  if (value.startsWith("-----BEGIN")) return `${name}=(any RSA key in PEM)`;
  return `${name}=${/\s/.test(value) ? JSON.stringify(value) : value}`;
}

function describeRequest({ application, method, url, status, fault }: RecordedRequest): string {
  const shown = status === 0 ? "cut" : String(status);
  const color = status >= 200 && status < 400 ? "green" : "red";
  const met = fault === undefined ? "" : ` (${fault})`;
  const address = url.length > LONGEST_SHOWN ? `${url.slice(0, LONGEST_SHOWN)}…` : url;
  return `${application}  ${method} ${address}  ${styleText(color, shown, { stream: process.stdout })}${met}`;
}
