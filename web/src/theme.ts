import { createTheme, type MantineColorsTuple } from "@mantine/core";
import { PARTS } from "./words/parts/parts.ts";

const FONT = '"Inter Variable", system-ui, sans-serif';
const MONO = '"JetBrains Mono Variable", ui-monospace, monospace';

const green: MantineColorsTuple = [
  "#e9f8f2",
  "#d3efe3",
  "#a6dec6",
  "#75cca7",
  "#4dbd8d",
  "#2fa678",
  "#1a8f66",
  "#12805c",
  "#0c6b4c",
  "#08553c",
];

// Like the other neutral tokens of base.css: Mantine's own elements get the same bluish grays.
const dark: MantineColorsTuple = [
  "#e2e5e8",
  "#c4c9ce",
  "#9ea6af",
  "#6b737c",
  "#3a3f45",
  "#2c2f34",
  "#202327",
  "#1c1e21",
  "#101214",
  "#0b0d0f",
];

/** 14 px text on a grid of 4 px, neutral grays, one accent; other colors only indicate states. */
export const theme = createTheme({
  fontFamily: FONT,
  fontFamilyMonospace: MONO,
  headings: { fontFamily: FONT, fontWeight: "600", sizes: { h1: { fontSize: "20px", lineHeight: "28px" } } },
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "28px" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  defaultRadius: "sm",
  radius: { xs: "3px", sm: "5px", md: "7px", lg: "10px", xl: "16px" },
  colors: { green, dark },
  primaryColor: "green",
  primaryShade: 7,
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    Button: { defaultProps: { size: "xs" } },
    TextInput: { defaultProps: { size: "xs" } },
    PasswordInput: { defaultProps: { size: "xs" } },
    Textarea: { defaultProps: { size: "xs" } },
    ColorInput: { defaultProps: { size: "xs" } },
    NumberInput: { defaultProps: { size: "xs" } },
    Autocomplete: { defaultProps: { size: "xs" } },
    TagsInput: { defaultProps: { size: "xs" } },
    FileInput: { defaultProps: { size: "xs" } },
    NativeSelect: { defaultProps: { size: "xs" } },
    DateTimePicker: { defaultProps: { size: "xs" } },
    // A dialog whose first field is one would open its list over everything else.
    Select: { defaultProps: { size: "xs", openOnFocus: false } },
    MultiSelect: { defaultProps: { size: "xs", openOnFocus: false } },
    // It would add something between the items that is not an item.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    SegmentedControl: { defaultProps: { size: "xs" } },
    Switch: { defaultProps: { size: "xs" } },
    Checkbox: { defaultProps: { size: "xs" } },
    Radio: { defaultProps: { size: "xs" } },
    RadioGroup: { defaultProps: { size: "xs" } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 80 } } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 100 },
        closeButtonProps: { "aria-label": PARTS.close },
        // The page has a banner already.
        attributes: { header: { role: "presentation" } },
      },
      // Not weaker than the headings below it.
      styles: { title: { fontSize: "var(--mantine-font-size-lg)", fontWeight: 600 } },
    },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": PARTS.close } } },
    Badge: { defaultProps: { variant: "light", radius: "sm", tt: "none" } },
  },
});
