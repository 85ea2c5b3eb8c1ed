import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { PARTS } from "../../words/parts/parts.ts";
import { sentenceOf } from "../page/problem.tsx";

interface Question {
  readonly title: string;
  /** What will happen, to how many. */
  readonly text: string;
  /** A verb, and what it does it to. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => unknown;
  readonly onCancel?: () => unknown;
}

/** Asks before something that others will notice. */
export function confirm({ title, text, action, isDangerous = false, onConfirm, onCancel }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm: action, cancel: PARTS.cancel },
    confirmProps: { color: isDangerous ? "red" : undefined },
    onConfirm: () => void onConfirm(),
    onCancel: () => void onCancel?.(),
  });
}

/** Says that something was done, in a sentence. */
export function tell(message: string): void {
  notifications.show({ message });
}

/** Says why something was not done, until it is put away: it may have to be read twice, or sent to somebody. */
export function tellProblem(error: unknown): void {
  notifications.show({ title: PARTS.problem, message: sentenceOf(error), color: "red", autoClose: false });
}
