import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useRead } from "../../../api/use-api.ts";
import { Problem } from "../../../parts/page/problem.tsx";
import { DIRECTORY } from "../../../words/directory.ts";
import { OperationTable } from "../own/operation-table.tsx";

interface ChosenOperationsProps {
  readonly slug: string;
  readonly chosen: readonly string[];
  readonly onChoose: (operations: readonly string[]) => void;
}

/** The operations of an entry's document, which is read when it is asked for; the main ones are then chosen. */
export function ChosenOperations({ slug, chosen, onChoose }: ChosenOperationsProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useRead(
    "/api/v2/public/application/directory/{slug}/operations",
    { path: { slug } },
    { enabled: isOpen },
  );
  const [hasChosen, setHasChosen] = useState(false);
  if (data && !hasChosen) {
    setHasChosen(true);
    onChoose(data.filter((one) => one.proposed).map(({ id }) => id));
  }
  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {DIRECTORY.readDocument}
      </Button>
    );
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data)
    return (
      <Text size="sm" className="muted" role="status">
        {DIRECTORY.reading}
      </Text>
    );
  return (
    <>
      <Text size="sm" className="muted" mb="sm">
        {DIRECTORY.documentHelp}
      </Text>
      <OperationTable operations={data} chosen={new Set(chosen)} onChoose={(after) => onChoose([...after])} />
    </>
  );
}
