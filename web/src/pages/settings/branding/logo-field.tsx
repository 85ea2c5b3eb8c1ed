import { Button, FileButton, Group, Input, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { BRANDING } from "../../../words/settings/branding.ts";
import classes from "./branding.module.css";
import { isOnTheWeb, type Organization } from "./branding.ts";
import { readLogo } from "./read-logo.ts";

interface LogoFieldProps {
  readonly organization: Organization;
  readonly value: string;
  readonly error: ReactNode;
  readonly readOnly: boolean;
  readonly onChange: (logo: string) => void;
  readonly onProblem: (message: string) => void;
}

/** The logo: uploaded, or an image on the web. */
export function LogoField({ organization, value, error, readOnly, onChange, onProblem }: LogoFieldProps) {
  const isAddress = isOnTheWeb(value, organization);
  const read = (file: File | null) => {
    if (!file) return;
    readLogo(file).then(onChange, (problem: unknown) =>
      onProblem(problem instanceof Error ? problem.message : BRANDING.logoUnread),
    );
  };
  return (
    <>
      <Input.Wrapper label={BRANDING.logo} description={BRANDING.logoHelp} error={isAddress ? null : error}>
        <Group gap="sm" mt={4}>
          {value === "" ? (
            <Text size="sm" className="muted">
              {BRANDING.noLogo}
            </Text>
          ) : (
            <img src={value} alt={BRANDING.logo} className={classes.logo} />
          )}
          {!readOnly && (
            <FileButton onChange={read} accept="image/png,image/jpeg,image/webp,image/svg+xml">
              {(props) => (
                <Button variant="default" {...props}>
                  {value === "" ? BRANDING.upload : BRANDING.replace}
                </Button>
              )}
            </FileButton>
          )}
          {!readOnly && value !== "" && (
            <Button variant="subtle" color="gray" onClick={() => onChange("")}>
              {BRANDING.removeLogo}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
      {(value === "" || isAddress) && (
        <TextInput
          label={BRANDING.logoAddress}
          description={BRANDING.logoAddressHelp}
          placeholder="https://"
          type="url"
          readOnly={readOnly}
          value={value}
          error={isAddress ? error : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  );
}
