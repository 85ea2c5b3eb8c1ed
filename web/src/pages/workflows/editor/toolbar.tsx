import { ActionIcon, Button, Group, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconForms,
  IconHistory,
  IconKeyboard,
  IconPlus,
  IconSitemap,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { customerPage } from "../../../api/audience.ts";
import { ShortcutDialog } from "../../../parts/page/shortcut-dialog.tsx";
import { CUSTOMER_FIELDS } from "../../../words/workflows/customer-fields.ts";
import { EDITOR, EDITOR_SHORTCUTS } from "../../../words/workflows/editor.ts";
import { EDITOR_VERSIONS } from "../../../words/workflows/versions.ts";
import classes from "./editor.module.css";
import type { Commands } from "./use-commands.ts";
import type { Editor } from "./use-editor.ts";

interface ToolbarProps {
  readonly editor: Editor;
  readonly commands: Commands;
  readonly onAdd: () => void;
  readonly onShortcuts: () => void;
  readonly onDialog: (dialog: "fields" | "versions") => void;
  /** Additional content, at the right. */
  readonly children?: ReactNode;
}

/** Commands for the whole workflow, above its canvas. */
export function Toolbar({ editor, commands, onAdd, onShortcuts, onDialog, children }: ToolbarProps) {
  const { isReadOnly, canUndo, canRedo, undo, redo } = editor;
  return (
    <Group gap="xs" className={classes.toolbar}>
      {!isReadOnly && (
        <>
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={onAdd}>
            {EDITOR.add}
          </Button>
          <Tool label={EDITOR.undo} icon={<IconArrowBackUp size={16} />} isOff={!canUndo} onClick={undo} />
          <Tool label={EDITOR.redo} icon={<IconArrowForwardUp size={16} />} isOff={!canRedo} onClick={redo} />
          <Tool label={EDITOR.layOut} icon={<IconSitemap size={16} />} onClick={commands.layOut} />
        </>
      )}
      {!customerPage() && (
        <Button variant="default" leftSection={<IconForms size={14} />} onClick={() => onDialog("fields")}>
          {CUSTOMER_FIELDS.open}
        </Button>
      )}
      <Tool
        label={EDITOR_VERSIONS.title}
        icon={<IconHistory size={16} />}
        onClick={() => onDialog("versions")}
      />
      <Tool label={EDITOR.shortcuts} icon={<IconKeyboard size={16} />} onClick={onShortcuts} />
      <Group gap="sm" ml="auto">
        {children}
      </Group>
    </Group>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

function Tool({ label, icon, isOff = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={30}
        aria-label={label}
        disabled={isOff}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** The sheet of the editor's shortcuts, and its button. */
export function useShortcutSheet() {
  const [opened, { open, close }] = useDisclosure();
  const sheet = (
    <ShortcutDialog title={EDITOR.shortcuts} shortcuts={EDITOR_SHORTCUTS} opened={opened} onClose={close} />
  );
  return { sheet, open };
}
