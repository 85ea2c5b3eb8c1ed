import { Accordion, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { type FormEvent, Fragment } from "react";
import { useChangeIn, useRead } from "../../../api/use-api.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { SaveBar } from "../../../parts/forms/save-bar.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { OWN_TEXTS } from "../../../words/settings/own-texts.ts";
import { Section } from "../section.tsx";
import { LANGUAGE_OPTIONS, ORGANIZATION, type Organization } from "./branding.ts";
import { OwnTextEntry } from "./own-text-entry.tsx";
import classes from "./own-texts.module.css";
import {
  ownValue,
  type PortalText,
  TEXTS,
  type TextDrafts,
  type TextKey,
  type TextLanguage,
  type TextList,
  withDraft,
} from "./own-texts.ts";

interface OwnTextsSectionProps {
  readonly organization: Organization;
  readonly drafts: TextDrafts;
  readonly onDrafts: (drafts: TextDrafts) => void;
  readonly language: TextLanguage;
  readonly onLanguage: (language: TextLanguage) => void;
  /** The open text, whose page the preview shows. */
  readonly open: TextKey | undefined;
  readonly onOpen: (key: TextKey | undefined) => void;
  /** The preview's errors, by `language.key`. */
  readonly problems: Readonly<Record<string, string>>;
  readonly readOnly: boolean;
}

/** The organization's own texts for the hosted pages. */
export function OwnTextsSection(props: OwnTextsSectionProps) {
  const { data, error, refetch } = useRead(TEXTS, {});
  return (
    <Section title={OWN_TEXTS.title} text={OWN_TEXTS.help}>
      {error && !data && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={320} />}
      {data && <OwnTextsForm {...props} list={data} />}
    </Section>
  );
}

function OwnTextsForm(props: OwnTextsSectionProps & { list: TextList }) {
  const { drafts, onDrafts, language, onLanguage, readOnly } = props;
  const save = useChangeIn("production", "put", ORGANIZATION, [ORGANIZATION]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => {
      onDrafts({});
      tell(OWN_TEXTS.saved);
    };
    save.mutate({ body: { texts: drafts } }, { onSuccess: done });
  };
  return (
    <form onSubmit={submit} aria-label={OWN_TEXTS.list}>
      <Stack gap="sm">
        <NativeSelect
          label={OWN_TEXTS.language}
          data={LANGUAGE_OPTIONS}
          value={language}
          onChange={({ currentTarget: { value } }) => onLanguage(value as TextLanguage)}
        />
        <Entries {...props} />
        {save.error && <Problem error={save.error} />}
        {!readOnly && (
          <div className={classes.save}>
            <SaveBar
              action={OWN_TEXTS.save}
              isDirty={Object.keys(drafts).length > 0}
              isPending={save.isPending}
              onDiscard={() => onDrafts({})}
            />
          </div>
        )}
      </Stack>
    </form>
  );
}

function Entries({ list, open, onOpen, ...props }: OwnTextsSectionProps & { list: TextList }) {
  const { organization, drafts, onDrafts, language, problems, readOnly } = props;
  return (
    <Accordion
      value={open ?? null}
      onChange={(key) => onOpen((key as TextKey | null) ?? undefined)}
      transitionDuration={0}
      aria-label={OWN_TEXTS.list}
    >
      {byGroup(list.texts).map(([group, texts]) => (
        <Fragment key={group}>
          <Text size="xs" fw={600} className="muted" mt="sm" mb={4}>
            {OWN_TEXTS.groups[group]}
          </Text>
          {texts.map((text) => (
            <OwnTextEntry
              key={text.key}
              text={text}
              language={language}
              problems={problems}
              readOnly={readOnly}
              pluralForms={list.plural_forms[language]}
              longest={list.longest}
              own={ownValue(organization, drafts, language, text.key)}
              isUnsaved={drafts[language]?.[text.key] !== undefined}
              isOpen={open === text.key}
              onChange={(value) =>
                onDrafts(withDraft(organization, drafts, { language, key: text.key, value }))
              }
            />
          ))}
        </Fragment>
      ))}
    </Accordion>
  );
}

type TextGroup = keyof typeof OWN_TEXTS.groups;

/** Texts grouped by page: the part of the key before the dot. */
function byGroup(texts: readonly PortalText[]): [TextGroup, PortalText[]][] {
  const groups = new Map<TextGroup, PortalText[]>();
  for (const text of texts) {
    const group = text.key.split(".")[0] as TextGroup;
    groups.set(group, [...(groups.get(group) ?? []), text]);
  }
  return [...groups];
}
