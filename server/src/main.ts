import { getSystemUser } from "./commands/system-user.ts";
import { type Config, readConfig } from "./config.ts";
import { ConfigError } from "./environment.ts";
import { runAsActor } from "./platform/acting.ts";
import { StartError } from "./platform/errors.ts";

const USAGE = `junctor serve | work | all
junctor migrate [--plan [--json]]
junctor keys create --environment test|production [--name NAME] [--role ROLE] [--expires DATE] [--organization ID]
junctor keys list [--organization ID]
junctor keys revoke ID
junctor keys create-root [SERVICE:KEY] [--current]
junctor keys rotate-root
junctor organizations create NAME
junctor organizations list
junctor operators invite EMAIL [--role ROLE] [--environment test|production] [--organization ID]
junctor operators list [--organization ID]
junctor operators remove EMAIL
junctor operators reset EMAIL
junctor mail test ADDRESS
junctor move --to postgres://… | --to FOLDER
junctor import FILE [--dry-run] [--format csv|jsonl|accounts|nango]
junctor backup --to FOLDER [--with-key] | --check FOLDER
junctor restore --from FOLDER
junctor audit verify [--organization ID]
junctor pull [FOLDER] [--prune]
junctor plan [FOLDER] [--prune] [--secrets] [--json]
junctor apply [FOLDER] [--prune] [--secrets]
junctor test [FILE…] [--filter NAME] [--junit FILE]
junctor connectors
junctor simulate [APPLICATION…] [--document FILE|URL]… [--port PORT] [--host ADDRESS] [--seed NUMBER] [--faults SHARE] [--list]
junctor pieces add PACKAGE@VERSION | add PATH
junctor pieces list
junctor pieces remove SLUG
junctor directory add openapi
junctor directory remove openapi`;

/** Runs one command; on failure prints one clear sentence and exits with 1. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    await runCommand(argv);
  } catch (error) {
    const sentence = await findSentence(error);
    if (sentence === undefined) throw error;
    console.error(`\n${sentence}\n`);
    process.exit(1);
  }
}

/** What whoever runs the command can do about a failure; undefined if it is a fault of this program. */
async function findSentence(error: unknown): Promise<string | undefined> {
  if (error instanceof StartError || error instanceof ConfigError) return error.message;
  const { getSqlState, isTransient } = await import("./platform/database/database.ts");
  if (!(error instanceof Error) || getSqlState(error) === undefined || !isTransient(error)) return undefined;
  return `The database could not carry this out (${error.message}); fix that and start again.`;
}

async function runCommand([command, ...rest]: readonly string[]): Promise<void> {
  if (command === "help" || command === "--help") return console.log(USAGE);
  const config = readConfig();
  const operation = `junctor ${command} ${rest[0] ?? ""}`.trim();
  const actor = () => ({ kind: "command_line", name: getSystemUser(), operation });
  // Each command loads only what it needs: the usage and a bad setting are shown at once.
  switch (command) {
    case "all":
      return runServer(config, { serves: true, works: true });
    case "serve":
      return runServer(requireDatabaseUrl(config, command), { serves: true, works: false });
    case "work":
      return runServer(requireDatabaseUrl(config, command), { serves: false, works: true });
    case "migrate":
      return (await import("./commands/migrate.ts")).runMigrateCommand(config, rest);
    case "keys": {
      if (rest[0]?.endsWith("-root"))
        return (await import("./commands/root-key.ts")).runRootKeyCommand(config, rest);
      const { runKeysCommand } = await import("./commands/access.ts");
      return runAsActor(actor, () => runKeysCommand(config, rest));
    }
    case "organizations": {
      const { runOrganizationsCommand } = await import("./commands/access.ts");
      return runAsActor(actor, () => runOrganizationsCommand(config, rest));
    }
    case "operators": {
      const { runOperatorsCommand } = await import("./commands/operators.ts");
      return runAsActor(actor, () => runOperatorsCommand(config, rest));
    }
    case "mail":
      return (await import("./commands/mail.ts")).runMailCommand(config, rest);
    case "backup":
      return (await import("./commands/backup/backup.ts")).runBackupCommand(config, rest);
    case "restore":
      return (await import("./commands/backup/restore.ts")).runRestoreCommand(config, rest);
    case "move":
      return (await import("./commands/move.ts")).runMoveCommand(config, rest);
    case "import":
      return (await import("./commands/import/import.ts")).runImportCommand(config, rest);
    case "audit":
      return (await import("./commands/audit.ts")).runAuditCommand(config, rest);
    case "pieces":
      return (await import("./commands/pieces.ts")).runPiecesCommand(config, rest);
    case "directory":
      return (await import("./commands/directory.ts")).runDirectoryCommand(config, rest);
    case "pull":
    case "plan":
    case "apply": {
      const { runConfigurationCommand } = await import("./commands/configuration/command.ts");
      return runConfigurationCommand(config, command, rest);
    }
    case "simulate":
      return (await import("./commands/simulate.ts")).runSimulateCommand(config, rest);
    case "test":
      return (await import("./commands/test/command.ts")).runTestCommand(config, rest);
    case "connectors":
      return (await import("./commands/connectors.ts")).runConnectorsCommand(config);
    default:
      throw new StartError(`Usage:\n${USAGE}`);
  }
}

async function runServer(config: Config, roles: { serves: boolean; works: boolean }): Promise<void> {
  if (!config.databaseUrl) await prepareDataFolder(config);
  const server = await import("./start/run-server.ts");
  return server.runServer(config, roles);
}

/** Makes what a first start needs before the server's modules are loaded, which take memory themselves. */
async function prepareDataFolder(config: Config): Promise<void> {
  const { requireFreePorts } = await import("./start/free-port.ts");
  const { requireRestored } = await import("./start/restored-folder.ts");
  const { prepareKeyFile } = await import("./start/root-key.ts");
  const { createFilesApart } = await import("./platform/database/embedded/create-files-apart.ts");
  // A start that fails changes nothing.
  await requireFreePorts(config, { serves: true });
  requireRestored(config);
  // Before the files: a database without the key counts as one that has lost it.
  prepareKeyFile(config);
  await createFilesApart(config.dataDir);
}

function requireDatabaseUrl(config: Config, command: string): Config {
  if (config.databaseUrl) return config;
  throw new StartError(
    `"${command}" needs DATABASE_URL: only one process can use the embedded database. Run "all" instead.`,
  );
}
