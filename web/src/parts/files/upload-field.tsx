import { FileInput, Loader } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { useChange } from "../../api/use-api.ts";
import { TRY } from "../../words/applications.ts";
import { PARTS } from "../../words/parts/parts.ts";

interface UploadFieldProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly required: boolean;
  readonly account: string | undefined;
  readonly error?: unknown;
  /** Called with the reference to the stored file as JSON, empty without a file. */
  readonly onChange: (text: string) => void;
}

/** A file of the operator's computer, which is stored for the customer as soon as it is chosen. */
export function UploadField({ account, error, onChange, ...common }: UploadFieldProps) {
  const [chosen, setChosen] = useState<{ readonly file: File; readonly account: string }>();
  const upload = useChange("post", "/api/v2/public/file", []);
  // The form may have changed while the file was stored.
  const report = useCallbackRef(onChange);
  const choose = (file: File | null) => {
    onChange("");
    upload.reset();
    if (file === null || account === undefined) return setChosen(undefined);
    setChosen({ file, account });
    const body = new FormData();
    body.append("file", file);
    upload.mutate({ account, body }, { onSuccess: (reference) => report(JSON.stringify(reference)) });
  };
  const isOfOther = chosen !== undefined && chosen.account !== account;
  return (
    <FileInput
      {...common}
      placeholder={account === undefined ? TRY.customerFirst : TRY.chooseFile}
      disabled={account === undefined}
      clearable
      clearButtonProps={{ "aria-label": `${PARTS.clear}: ${common.label}` }}
      value={chosen?.file ?? null}
      onChange={choose}
      // Files belong to one customer.
      error={
        isOfOther
          ? TRY.fileOfOther
          : (upload.error?.message ?? (upload.isPending ? undefined : (error as string | undefined)))
      }
      leftSection={upload.isPending ? <Loader size={14} /> : undefined}
    />
  );
}
