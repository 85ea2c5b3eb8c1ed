import { ColorInput, Select, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { BRANDING } from "../../../words/settings/branding.ts";
import { type BrandingValues, LANGUAGE_OPTIONS, type Organization } from "./branding.ts";
import { ColorFacts } from "./color-facts.tsx";
import { LogoField } from "./logo-field.tsx";
import type { Preview } from "./use-preview.ts";

interface BrandingFieldsProps {
  readonly form: UseFormReturnType<BrandingValues>;
  readonly organization: Organization;
  /** The preview's assessment of them. */
  readonly problems: Readonly<Record<string, string>>;
  readonly preview: Preview | undefined;
  readonly readOnly: boolean;
}

const PICK = { "aria-label": BRANDING.pick };

const FONTS = Object.entries(BRANDING.fonts).map(([value, label]) => ({ value, label }));

/** Name, logo, colors, support contact, font and language, each with its error. */
export function BrandingFields({ form, organization, problems, preview, readOnly }: BrandingFieldsProps) {
  const errorOf = (name: keyof BrandingValues) => form.errors[name] ?? problems[name];
  const propsOf = (name: keyof BrandingValues) => ({
    readOnly,
    ...form.getInputProps(name),
    error: errorOf(name),
  });
  return (
    <>
      <TextInput
        label={BRANDING.name}
        description={BRANDING.nameHelp}
        required
        maxLength={200}
        {...propsOf("name")}
      />
      <LogoField
        organization={organization}
        value={form.values.logo}
        error={errorOf("logo")}
        readOnly={readOnly}
        onChange={(logo) => form.setFieldValue("logo", logo)}
        onProblem={(message) => form.setFieldError("logo", message)}
      />
      <Stack gap="sm">
        <ColorInput
          label={BRANDING.color}
          description={BRANDING.colorHelp}
          placeholder={BRANDING.colorDefault}
          eyeDropperButtonProps={PICK}
          {...propsOf("color")}
        />
        {preview && <ColorFacts preview={preview} />}
      </Stack>
      <ColorInput
        label={BRANDING.background}
        description={BRANDING.backgroundHelp}
        placeholder={BRANDING.backgroundDefault}
        eyeDropperButtonProps={PICK}
        {...propsOf("background_color")}
      />
      <TextInput
        label={BRANDING.support}
        description={BRANDING.supportHelp}
        placeholder={BRANDING.supportPlaceholder}
        maxLength={500}
        {...propsOf("support")}
      />
      <Select
        label={BRANDING.font}
        description={BRANDING.fontHelp}
        placeholder={BRANDING.fonts.inter}
        data={FONTS}
        clearable
        {...propsOf("font")}
        value={form.values.font || null}
        onChange={(font) => form.setFieldValue("font", font ?? "")}
      />
      <Select
        label={BRANDING.language}
        description={BRANDING.languageHelp}
        placeholder={BRANDING.languageDefault}
        data={LANGUAGE_OPTIONS}
        clearable
        {...propsOf("language")}
        value={form.values.language || null}
        onChange={(language) => form.setFieldValue("language", language ?? "")}
      />
    </>
  );
}
