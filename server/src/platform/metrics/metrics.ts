/** What a counter counts. Names and labels follow Prometheus' conventions; a label's values must be few. */
export interface CounterDefinition<Label extends string = string> {
  readonly kind: "counter";
  readonly name: `junctor_${string}_total`;
  readonly about: string;
  readonly labels: readonly Label[];
}

/** What a histogram of durations measures; `buckets` are upper bounds in seconds. */
export interface TimerDefinition<Label extends string = string> {
  readonly kind: "timer";
  readonly name: `junctor_${string}_seconds`;
  readonly about: string;
  readonly labels: readonly Label[];
  readonly buckets: readonly number[];
}

/** A state that is read whenever the metrics are. */
export interface GaugeDefinition<Deps, Label extends string = string> {
  readonly kind: "gauge";
  readonly name: `junctor_${string}`;
  readonly about: string;
  readonly labels: readonly Label[];
  /** Whether it is read from the database, so that every process reports the same. */
  readonly isShared?: boolean;
  read(deps: Deps): GaugeValue<Label>[] | Promise<GaugeValue<Label>[]>;
}

/** One value of a gauge. */
export interface GaugeValue<Label extends string = string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

/** Where features count and time what they do (D523); it costs nothing while metrics are off. */
export interface Metrics {
  count<Label extends string>(
    counter: CounterDefinition<Label>,
    labels: Readonly<Record<Label, string>>,
    times?: number,
  ): void;
  time<Label extends string>(
    timer: TimerDefinition<Label>,
    labels: Readonly<Record<Label, string>>,
    durationMs: number,
  ): void;
}

/** Keeps nothing. */
export const NO_METRICS: Metrics = { count: () => {}, time: () => {} };

/** From a millisecond to half a minute: requests and steps. */
export const SHORT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** From five milliseconds to a day: what may wait. */
export const LONG_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900, 3600, 21_600, 86_400];

/** Checks a counter's labels where it is defined. */
export function defineCounter<const Label extends string = never>(
  counter: Omit<CounterDefinition<Label>, "kind">,
): CounterDefinition<Label> {
  return { kind: "counter", ...counter };
}

/** Checks a timer's labels where it is defined. */
export function defineTimer<const Label extends string = never>(
  timer: Omit<TimerDefinition<Label>, "kind">,
): TimerDefinition<Label> {
  return { kind: "timer", ...timer };
}
