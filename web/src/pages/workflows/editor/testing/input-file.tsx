import { parseExactJson } from "../../../../api/exact-json.ts";
import { UploadField } from "../../../../parts/files/upload-field.tsx";
import { TEST_FILE } from "../../../../words/workflows/operator-editor.ts";

interface InputFileProps {
  readonly account: string | undefined;
  /** As typed. */
  readonly input: string;
  readonly onChange: (input: string) => void;
}

/** A file of the operator's computer, which becomes a member of the input as one that a webhook brings. */
export function InputFile({ account, input, onChange }: InputFileProps) {
  const add = (reference: string) => {
    if (reference !== "") onChange(withFile(input, parseExactJson(reference)));
  };
  return (
    <UploadField
      label={TEST_FILE.label}
      description={TEST_FILE.help}
      required={false}
      account={account}
      onChange={add}
    />
  );
}

/** An input that is no object has no place for it. */
function withFile(input: string, file: unknown): string {
  return JSON.stringify({ ...readObject(input), file }, null, 2);
}

function readObject(input: string): object {
  try {
    const value = parseExactJson(input);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
