import { styleText } from "node:util";

/** A line of the closing table: the name of a check, and the expected and found counts. */
export type TableRow = { name: string; expected: string; found: string; good: boolean };

/** The demo's output: a line per step with its duration, and while a step works a line that keeps changing. */
export type Screen = {
  title(text: string, about: string[]): void;
  heading(text: string): void;
  /**
   * Runs `work` and shows its result and duration; `done` may add to the text. A text that is a function is rendered
   * repeatedly while the work lasts.
   */
  step<Result>(
    text: string | (() => string),
    work: () => Promise<Result>,
    done?: (result: Result) => string,
  ): Promise<Result>;
  table(headings: [string, string, string], rows: TableRow[]): void;
  facts(rows: [string, string][]): void;
  line(text?: string): void;
  /** The final verdict, green or red if there are colors; nothing is shown after it. */
  verdict(text: string, good: boolean): void;
};

const REFRESH_MS = 100;
const PRINT_EVERY_MS = 3000;
const BAR_WIDTH = 24;
const CLEAR_LINE = "\r\u001b[2K";

/**
 * Creates the demo's output on `stream`; without a terminal it is plain text, and changing lines are printed every 3 s.
 */
export function createScreen(stream: NodeJS.WriteStream = process.stdout): Screen {
  const output = createOutput(stream);
  const { line } = output;
  // styleText leaves colors out if the stream shows none or NO_COLOR is set.
  const paint: Paint = (format, text) => styleText(format, text, { stream });
  return {
    line,
    title(text, about) {
      line(`\n${paint("bold", text)}`);
      for (const sentence of about) line(paint("dim", sentence));
    },
    heading: (text) => line(`\n${paint("bold", text)}`),
    step: createStep(output, paint),
    table([name, expected, found], rows) {
      const width = Math.max(name.length, ...rows.map((row) => row.name.length));
      line(paint("dim", `    ${name.padEnd(width)}  ${expected.padStart(8)}  ${found.padStart(8)}`));
      for (const row of rows) {
        const counts = `${row.expected.padStart(8)}  ${row.found.padStart(8)}`;
        line(`  ${mark(paint, row.good)} ${row.name.padEnd(width)}  ${counts}`);
      }
    },
    facts(rows) {
      const width = Math.max(...rows.map(([name]) => name.length));
      for (const [name, value] of rows) line(`    ${name.padEnd(width)}  ${value.padStart(8)}`);
    },
    verdict(text, good) {
      line(`\n${paint(["bold", good ? "green" : "red"], text)}\n`);
      output.end();
    },
  };
}

type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

function createStep(output: ReturnType<typeof createOutput>, paint: Paint): Screen["step"] {
  return async (text, work, done) => {
    const startedAt = performance.now();
    const now = typeof text === "string" ? () => text : text;
    const hide = output.show(() => `  … ${seconds(startedAt)}  ${now()}`, typeof text !== "string");
    const end = (good: boolean, words: string) => {
      hide();
      output.line(`  ${mark(paint, good)} ${paint("dim", seconds(startedAt))}  ${words}`);
    };
    try {
      const result = await work();
      end(true, done?.(result) ?? now());
      return result;
    } catch (error) {
      end(false, now());
      throw error;
    }
  };
}

function mark(paint: Paint, good: boolean): string {
  return good ? paint("green", "✓") : paint("red", "✗");
}

/** A bar of 24 characters for `done` of `total`. */
export function bar(done: number, total: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((BAR_WIDTH * done) / total);
  return "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
}

function seconds(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`;
}

/** Lines that stay, and below them the current progress line. */
function createOutput(stream: NodeJS.WriteStream) {
  const changing: (() => string)[] = [];
  let ended = false;
  const write = (text: string) => {
    if (!ended) stream.write(text);
  };
  const draw = () => {
    // A line that wraps could not be cleared.
    if (stream.isTTY)
      write(
        CLEAR_LINE +
          (changing
            .at(-1)?.()
            .slice(0, stream.columns - 1) ?? ""),
      );
  };
  return {
    line(text = "") {
      if (stream.isTTY) write(CLEAR_LINE);
      write(`${text}\n`);
      draw();
    },
    /** Shows a line until the returned function is called; without a terminal only if `isPrinted`. */
    show(text: () => string, isPrinted: boolean): () => void {
      changing.push(text);
      draw();
      const print = isPrinted ? () => write(`${text()}\n`) : () => {};
      const timer = setInterval(stream.isTTY ? draw : print, stream.isTTY ? REFRESH_MS : PRINT_EVERY_MS);
      return () => {
        clearInterval(timer);
        changing.splice(changing.indexOf(text), 1);
        draw();
      };
    },
    end() {
      ended = true;
    },
  };
}
