import { Group, NativeSelect, SegmentedControl, Text, Title } from "@mantine/core";
import { PortalFrame } from "../../../parts/page/portal-frame.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { BRANDING } from "../../../words/settings/branding.ts";
import classes from "./branding.module.css";
import { LANGUAGE_OPTIONS } from "./branding.ts";
import type { Seen } from "./use-preview.ts";

const WINDOWS = { wide: { width: 1024, height: 720 }, phone: { width: 375, height: 667 } };

/** Options of the preview. */
export interface View extends Seen {
  readonly window: keyof typeof WINDOWS;
}

interface PortalPreviewProps {
  readonly html: string | undefined;
  /** Why it could not be updated. */
  readonly error: unknown;
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** The portal as customers would see it, in a window of its own size. */
export function PortalPreview({ html, error, view, onView }: PortalPreviewProps) {
  return (
    <section className={classes.preview} aria-label={BRANDING.preview}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} fz={15}>
          {BRANDING.preview}
        </Title>
        <Group gap="sm">
          <Choice
            label={BRANDING.page}
            names={BRANDING.pages}
            value={view.text === undefined ? view.page : undefined}
            onChange={(page) => onView({ ...view, page, text: undefined })}
          />
          <Choice
            label={BRANDING.scheme}
            names={BRANDING.schemes}
            value={view.scheme}
            onChange={(scheme) => onView({ ...view, scheme })}
          />
          <NativeSelect
            aria-label={BRANDING.shownLanguage}
            data={LANGUAGE_OPTIONS}
            value={view.language}
            onChange={({ currentTarget: { value } }) =>
              onView({ ...view, language: value as View["language"] })
            }
          />
          <Choice
            label={BRANDING.width}
            names={BRANDING.widths}
            value={view.window}
            onChange={(window) => onView({ ...view, window })}
          />
        </Group>
      </Group>
      {Boolean(error) && <Problem error={error} />}
      <PortalFrame html={html} {...WINDOWS[view.window]} />
      <Text size="xs" className="muted" mt="xs">
        {BRANDING.previewHelp}
      </Text>
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Name, string>>;
  /** Undefined: none of them. */
  readonly value: Name | undefined;
  readonly onChange: (name: Name) => void;
}

function Choice<Name extends string>({ label, names, value, onChange }: ChoiceProps<Name>) {
  const data = (Object.entries(names) as [Name, string][]).map(([name, text]) => ({
    value: name,
    label: text,
  }));
  return (
    <SegmentedControl
      aria-label={label}
      data={data}
      value={value ?? ""}
      onChange={(name) => onChange(name as Name)}
    />
  );
}
