import { ActionIcon, Button, Group, Input, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { REDACTION } from "../../words/redaction.ts";
import { type EditedRule, type Policy, RULE_TYPES, type RuleType, toEditedRule, toRule } from "./policy.ts";

interface RulesFieldProps {
  readonly rules: NonNullable<Policy["rules"]>;
  readonly isReadOnly: boolean;
  readonly onChange: (rules: NonNullable<Policy["rules"]>) => void;
}

const TYPES = RULE_TYPES.map((value) => ({ value, label: REDACTION.by[value] }));
const KINDS = Object.entries(REDACTION.kindOf).map(([value, label]) => ({ value, label }));
const FIRST = KINDS[0]?.value ?? "";

/** The rules of a policy. */
export function RulesField({ rules, isReadOnly, onChange }: RulesFieldProps) {
  const id = useId();
  const edited = rules.map(toEditedRule);
  const change = (changed: readonly EditedRule[]) => onChange(changed.map(toRule));
  const set = (index: number, rule: EditedRule) => change(edited.with(index, rule));
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <Input.Label id={id} component="span">
        {REDACTION.rules}
      </Input.Label>
      {edited.length === 0 && (
        <Text size="sm" className="muted">
          {REDACTION.noRules}
        </Text>
      )}
      {edited.map((rule, index) => (
        // Rules have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Group key={index} gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label={REDACTION.rule(index + 1)}
            w={112}
            data={TYPES}
            value={rule.type}
            disabled={isReadOnly}
            onChange={({ currentTarget: { value } }) =>
              set(index, { type: value as RuleType, value: value === "kind" ? FIRST : "" })
            }
          />
          <RuleValue
            label={REDACTION.ruleValue(index + 1)}
            rule={rule}
            isReadOnly={isReadOnly}
            onChange={(value) => set(index, { ...rule, value })}
          />
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={REDACTION.remove(index + 1)}
              onClick={() => change(edited.toSpliced(index, 1))}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!isReadOnly && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => change([...edited, { type: "kind", value: FIRST }])}
          >
            {REDACTION.add}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface RuleValueProps {
  readonly label: string;
  readonly rule: EditedRule;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
}

function RuleValue({ label, rule: { type, value }, isReadOnly, onChange }: RuleValueProps) {
  if (type === "kind")
    return (
      <NativeSelect
        aria-label={label}
        flex={1}
        data={KINDS}
        value={value}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <TextInput
      aria-label={label}
      flex={1}
      className="mono"
      placeholder={REDACTION.placeholder[type]}
      value={value}
      readOnly={isReadOnly}
      required
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
