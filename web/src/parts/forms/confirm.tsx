import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { PARTS } from "../../words/parts/parts.ts";
import { getSentence } from "../page/problem.tsx";

interface Question {
  readonly title: string;
  /** What will happen, and how many are affected. */
  readonly text: string;
  /** A verb and its object. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => unknown;
  readonly onCancel?: () => unknown;
}

/** Asks before an action that affects others. */
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

/** Says why something failed, until it is dismissed: users may need to read it twice, or to copy it. */
export function tellProblem(error: unknown): void {
  notifications.show({ title: PARTS.problem, message: getSentence(error), color: "red", autoClose: false });
}
