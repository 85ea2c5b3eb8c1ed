import type { Body } from "@junctor/sdk";
import { FileInput, SegmentedControl, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { FormButtons } from "../../../parts/forms/form-buttons.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { OWN } from "../../../words/applications.ts";
import { PARTS } from "../../../words/parts/parts.ts";

/** The source of an OpenAPI document: a URL, or a text. */
export type Source = Pick<Body<"post", "/api/v2/public/application/openapi">, "url" | "document">;

const WAYS = [
  { value: "url", label: OWN.byUrl },
  { value: "file", label: OWN.byFile },
  { value: "text", label: OWN.byText },
] as const;

type DocumentWay = (typeof WAYS)[number]["value"];

interface DocumentFormProps {
  readonly isReading: boolean;
  readonly error: unknown;
  readonly onRead: (source: Source) => void;
}

/** Asks for an OpenAPI document: its address, a file or a text. */
export function DocumentForm({ isReading, error, onRead }: DocumentFormProps) {
  const [way, setWay] = useState<DocumentWay>("url");
  const [url, setUrl] = useState("");
  const [text, setText] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const isGiven = { url: url !== "", text: text !== "", file: file !== null }[way];
  const { at, rest } = fieldErrors(error, { url: "url", document: "document" });
  const submit = async () => {
    if (!isGiven || isReading) return;
    if (way === "url") onRead({ url: url.trim() });
    else onRead({ document: way === "text" ? text : ((await file?.text()) ?? "") });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md" maw={640}>
        <Text size="sm" className="muted">
          {OWN.openApiText}
        </Text>
        <SegmentedControl
          aria-label={OWN.source}
          data={[...WAYS]}
          value={way}
          onChange={(chosen) => setWay(chosen as DocumentWay)}
          style={{ alignSelf: "flex-start" }}
        />
        {way === "url" && (
          <TextInput
            label={OWN.url}
            description={OWN.urlHelp}
            type="url"
            placeholder="https://"
            value={url}
            error={at.url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        )}
        {way === "file" && (
          <FileInput
            label={OWN.file}
            description={OWN.urlHelp}
            placeholder={OWN.filePlaceholder}
            accept=".json,.yaml,.yml,application/json"
            clearable
            clearButtonProps={{ "aria-label": `${PARTS.clear}: ${OWN.file}` }}
            value={file}
            error={at.document}
            onChange={setFile}
          />
        )}
        {way === "text" && (
          <Textarea
            label={OWN.text}
            description={OWN.textHelp}
            autosize
            minRows={8}
            maxRows={20}
            spellCheck={false}
            classNames={{ input: "mono" }}
            value={text}
            error={at.document}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        {rest ? <Problem error={rest} /> : null}
        <FormButtons action={OWN.preview} isPending={isReading} isDisabled={!isGiven} onSubmit={submit} />
      </Stack>
    </form>
  );
}
