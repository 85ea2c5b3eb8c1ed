import { Button, EmptyState } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { PAGES } from "../../words/parts/pages.ts";

interface NothingProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** Why it is empty, and what belongs here. */
  readonly text: string;
  /** The one next step. */
  readonly action?: ReactNode;
}

/** Shown instead of empty content. */
export function Nothing({ icon, title, text, action }: NothingProps) {
  return (
    <EmptyState icon={icon} title={title} description={text} size="sm" py={48}>
      {action && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  );
}

interface NothingFitsProps {
  readonly onClear: () => void;
  /** What else may help. */
  readonly text?: string;
}

/** Shown instead of a list whose filters match nothing. */
export function NothingFits({ onClear, text = PAGES.nothingFitsHint }: NothingFitsProps) {
  return (
    <Nothing
      icon={<IconFilterOff size={28} />}
      title={PAGES.nothingFits}
      text={text}
      action={
        <Button variant="default" onClick={onClear}>
          {PAGES.clearFilters}
        </Button>
      }
    />
  );
}
