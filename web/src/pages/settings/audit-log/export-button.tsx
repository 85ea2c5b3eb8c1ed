import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { watchedFetch } from "../../../api/connection.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { download } from "../../../parts/files/download.ts";
import { tellProblem } from "../../../parts/forms/confirm.tsx";
import { given } from "../../../parts/page/use-filters.ts";
import { AUDIT_LOG } from "../../../words/settings/audit-log.ts";

const PATH = "/api/v2/public/audit-log/export";
const FORMATS = ["csv", "jsonl"] as const;

/** Downloads all records that match the filters. */
export function ExportButton({ query }: { query: object }) {
  const environment = useEnvironment();
  const [isLoading, setLoading] = useState(false);
  const save = async (format: (typeof FORMATS)[number]) => {
    setLoading(true);
    try {
      const search = new URLSearchParams(given({ ...query, format }));
      const headers = { "x-junctor-environment": environment };
      const reply = await watchedFetch(`${PATH}?${search}`, { headers });
      if (!reply.ok) throw new Error(AUDIT_LOG.exportFailed);
      download(`audit-log-${environment}.${format}`, await reply.blob());
    } catch (error) {
      tellProblem(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={isLoading}>
          {AUDIT_LOG.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => save(format)}>
            {AUDIT_LOG.exportAs[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
