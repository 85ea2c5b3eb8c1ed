import type { PathWith } from "@junctor/sdk";
import { Button, Text } from "@mantine/core";
import { IconDownload, IconFile } from "@tabler/icons-react";
import { useState } from "react";
import { watchedFetch } from "../../api/connection.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { FILES } from "../../words/parts/files.ts";
import { tellProblem } from "../forms/confirm.tsx";
import { download } from "./download.ts";
import classes from "./file-list.module.css";
import type { ShownFile } from "./shown-files.ts";

/** The files in a value: name, type and size, and a button that downloads each. */
export function FileList({ files }: { files: readonly ShownFile[] }) {
  return (
    <ul className={classes.files} aria-label={FILES.list}>
      {files.map((file) => (
        <li key={file.id}>
          <IconFile size={18} stroke={1.6} aria-hidden />
          <span className={classes.name}>
            {file.name}
            <Text span size="xs" className="muted">
              {[file.contentType, FILES.size(file.size)].filter((part) => part !== "").join(" · ")}
            </Text>
          </span>
          <DownloadButton file={file} />
        </li>
      ))}
    </ul>
  );
}

const FILE = "/api/v2/public/file/{id}" satisfies PathWith<"get">;

function DownloadButton({ file: { id, name } }: { file: ShownFile }) {
  const environment = useEnvironment();
  const [isLoading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    try {
      const headers = { "x-junctor-environment": environment };
      const reply = await watchedFetch(FILE.replace("{id}", encodeURIComponent(id)), { headers });
      if (!reply.ok) throw new Error(reply.status === 404 ? FILES.gone : FILES.failed);
      download(name, await reply.blob());
    } catch (error) {
      tellProblem(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={14} />}
      loading={isLoading}
      aria-label={FILES.downloadOf(name)}
      onClick={save}
    >
      {FILES.download}
    </Button>
  );
}
