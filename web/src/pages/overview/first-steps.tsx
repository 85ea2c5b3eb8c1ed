import { Anchor, Button, Group, Text, Title } from "@mantine/core";
import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import { PageLink } from "../../parts/links/page-link.tsx";
import { FIRST_STEPS } from "../../words/overview.ts";
import classes from "./first-steps.module.css";
import type { FirstStep } from "./use-first-steps.ts";

interface FirstStepsProps {
  readonly steps: readonly FirstStep[];
  readonly onHide: () => void;
}

/** The way to the first execution, as a list that ticks itself. */
export function FirstSteps({ steps, onHide }: FirstStepsProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section aria-label={FIRST_STEPS.title} className={classes.box}>
      <Group justify="space-between" className={classes.head}>
        <Title order={2} size="h5">
          {FIRST_STEPS.title}
        </Title>
        <Group gap="md">
          <Text size="sm" className="muted" aria-live="polite">
            {FIRST_STEPS.progress(done, steps.length)}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={onHide}>
            {FIRST_STEPS.hide}
          </Button>
        </Group>
      </Group>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.id} {...step} isNext={step === steps.find(({ isDone }) => !isDone)} />
        ))}
      </ol>
      <Text size="sm" className={classes.guide}>
        <Anchor href="/guides/quickstart" target="_blank">
          {FIRST_STEPS.quickstart}
        </Anchor>
      </Text>
    </section>
  );
}

function Step({ id, page, isDone, isNext }: FirstStep & { readonly isNext: boolean }) {
  const { name, help } = FIRST_STEPS.steps[id];
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={classes.step} data-done={isDone || undefined} data-next={isNext || undefined}>
      <Icon
        size={20}
        role="img"
        aria-label={isDone ? FIRST_STEPS.done : FIRST_STEPS.open}
        className={classes.icon}
      />
      <div>
        <PageLink {...page} className={classes.name}>
          {name}
        </PageLink>
        <div className={classes.help}>{help}</div>
      </div>
    </li>
  );
}
