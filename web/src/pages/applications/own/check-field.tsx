import { Select, Text } from "@mantine/core";
import { APPLICATION_SETUP } from "../../../words/application-setup.ts";

/** A request that can verify a credential. */
interface OfferedCheck {
  readonly id: string;
  readonly path: string;
}

interface CheckFieldProps {
  readonly checks: readonly OfferedCheck[];
  /** Null: none. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly error?: string;
  readonly readOnly?: boolean;
}

// An id of an operation has at least one character.
const NONE = "";

/** Which request verifies the credential of a customer who connects; a sentence where there is none to choose. */
export function CheckField({ checks, value, onChange, error, readOnly }: CheckFieldProps) {
  if (checks.length === 0)
    return (
      <div>
        <Text size="sm" fw={500}>
          {APPLICATION_SETUP.check}
        </Text>
        <Text size="sm" className="muted" maw="70ch">
          {APPLICATION_SETUP.noneSuitable}
        </Text>
      </div>
    );
  const options = checks.map(({ id, path }) => ({ value: id, label: `GET ${path}` }));
  return (
    <Select
      label={APPLICATION_SETUP.check}
      description={value === null ? APPLICATION_SETUP.noCheckHelp : APPLICATION_SETUP.checkHelp}
      data={[...options, { value: NONE, label: APPLICATION_SETUP.noCheck }]}
      value={value ?? NONE}
      error={error}
      readOnly={readOnly}
      allowDeselect={false}
      searchable={checks.length > 8}
      limit={100}
      maw={480}
      onChange={(chosen) => onChange(chosen === NONE ? null : chosen)}
    />
  );
}
