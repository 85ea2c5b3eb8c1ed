import { type Static, Type } from "typebox";

const Name = Type.String({ minLength: 1, maxLength: 255 });
const Value = Type.Unsafe<unknown>({});
const Values = (description: string) => Type.Record(Type.String(), Value, { description });
const Moment = (description: string) =>
  Type.String({
    pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2}))?$",
    "x-form": "a moment such as 2026-03-01T12:00:00Z, or a day",
    description,
  });
const Request = Type.String({
  pattern: "^[A-Z]+ (https?:/)?/\\S*$",
  "x-form": "a method and an address, such as POST https://erp.example/orders",
  description:
    "Method and address, or beside `application` method and path; `*` stands for anything. Without a `?`, any query fits.",
});
const Application = Type.Optional(
  Type.String({ description: "The connected application that is called, such as `hubspot`." }),
);
const Input = Type.Optional(Values("The action's inputs, as in a workflow."));
const Action = (description: string) =>
  Type.String({
    pattern: "^[a-z0-9-]+/[A-Za-z0-9_-]+$",
    "x-form": "an application and an action, such as hubspot/create_contact",
    description,
  });

const Config = Type.Object({
  name: Type.Optional(
    Type.String({ description: "Name of the config. Default: the account's id.", maxLength: 255 }),
  ),
  fields: Type.Optional(Values("Values of the application's fields.")),
  workflows: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Value), {
      description:
        "The workflows that are switched on, by alias or name, each with the values of its fields.",
    }),
  ),
});

const Account = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  udf: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), {
      description: "Your own fields of the linked account.",
    }),
  ),
  connections: Type.Optional(
    Type.Record(Type.String(), Type.Enum(["consent", "key"]), {
      description:
        "The applications that the customer has connected, which are played, and how: by `consent` or with a `key`.",
    }),
  ),
  records: Type.Optional(
    Type.Array(Type.Object({ action: Action("What created the record."), input: Input }), {
      description:
        "What is in the customer's accounts at these applications besides the vendors' examples, created by actions in this order.",
    }),
  ),
  configs: Type.Optional(
    Type.Record(Type.String(), Config, { description: "What the customer has chosen, by application." }),
  ),
});

const Answer = Type.Object({
  application: Application,
  request: Request,
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: "How many requests get it, before the next that fits. Default: all.",
    }),
  ),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599, description: "Default: 200." })),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  body: Type.Optional(
    Type.Unsafe<unknown>({ description: "A text is sent as it is, anything else as JSON." }),
  ),
  fails: Type.Optional(
    Type.Enum(["timeout", "unreachable"], { description: "There is no answer: this happens instead." }),
  ),
});

const FAULT = {
  application: Type.String({ description: "The connected application." }),
  times: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "How many requests meet it. Default: 1." }),
  ),
  match: Type.Optional(
    Type.String({
      description: "A part of `METHOD /path` that the requests contain, such as `POST /crm/v3/objects`.",
    }),
  ),
  account: Type.Optional(
    Type.String({ description: "With `revoked`: the linked account whose access ends. Default: all." }),
  ),
};
const FaultKind = Type.Enum(["limit", "outage", "cut", "garbage", "revoked"], {
  description:
    "`limit`: the vendor's answer when its rate limit is exceeded. `outage`: 503. `cut`: the request has its effect, but no answer. `garbage`: broken JSON. `revoked`: tokens and keys stop working.",
});
const Fault = Type.Object({ fault: FaultKind, ...FAULT });

const Given = Type.Object(
  {
    now: Type.Optional(Moment("When the test begins. Default: 2026-06-01T12:00:00Z, a Monday.")),
    accounts: Type.Optional(Type.Record(Name, Account, { description: "Linked accounts, by their id." })),
    answers: Type.Optional(
      Type.Array(Answer, {
        description:
          "What third parties answer; the first that fits a request counts. Connected applications answer by themselves otherwise.",
      }),
    ),
    faults: Type.Optional(Type.Array(Fault, { description: "What goes wrong at connected applications." })),
  },
  { description: "What is there before anything happens." },
);

const When = Type.Object(
  {
    event: Type.Optional(Type.String({ description: "Your product sends this event." })),
    call: Type.Optional(
      Type.String({ description: "The API starts this workflow, named by alias or name." }),
    ),
    webhook: Type.Optional(Type.String({ description: "A webhook arrives for this workflow." })),
    approve: Type.Optional(
      Type.String({ description: "Somebody approves at this step, named by id or name." }),
    ),
    reject: Type.Optional(Type.String({ description: "Somebody rejects at this step." })),
    answer: Type.Optional(Type.String({ description: "The webhook arrives that this step waits for." })),
    happens: Type.Optional(
      Action(
        "This happens in the customer's account at a connected application: a trigger reports it, such as `github/issue_opened`.",
      ),
    ),
    action: Type.Optional(
      Action("Somebody does this in the customer's account at a connected application, outside of Junctor."),
    ),
    fault: Type.Optional(FaultKind),
    wait: Type.Optional(
      Type.String({
        description: "So much time passes, such as `3 days`; what becomes due meanwhile happens.",
      }),
    ),
    wait_until: Type.Optional(Moment("Time passes until this moment.")),
    account: Type.Optional(
      Type.String({ description: "The linked account concerned. Default: the only one that is given." }),
    ),
    config: Type.Optional(Type.String({ description: "Name of the config. Default: the account's id." })),
    payload: Type.Optional(
      Type.Unsafe<unknown>({
        description:
          "What the event, call, webhook or answer carries; of what happens at an application, what differs from the vendor's example.",
      }),
    ),
    input: Input,
    application: Type.Optional(FAULT.application),
    times: FAULT.times,
    match: FAULT.match,
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: "Headers of the webhook." }),
    ),
    comment: Type.Optional(Type.String({ description: "Comment of the decision." })),
    by: Type.Optional(Type.String({ description: "Who decides." })),
    fields: Type.Optional(Values("Values of the approval's fields.")),
  },
  { description: "One thing that happens." },
);

const ExpectedStep = Type.Object({
  status: Type.Optional(
    Type.Enum(
      ["Success", "Ready", "Errored", "Waiting", "Stopped", "Rejected", "Errored_and_Skipped", "Timed_Out"],
      { description: "A step that has not begun is `Ready`." },
    ),
  ),
  input: Type.Optional(
    Type.Unsafe<unknown>({ description: "Its settings, with all expressions evaluated." }),
  ),
  output: Type.Optional(
    Type.Unsafe<unknown>({ description: "What expressions read as `node.<id>`, such as `{ body: … }`." }),
  ),
  error: Type.Optional(Type.Unsafe<unknown>({ description: "`code` and `message`." })),
  attempts: Type.Optional(Type.Integer({ minimum: 0 })),
});

const ExpectedExecution = Type.Object({
  workflow: Type.String({ description: "Alias or name." }),
  account: Type.Optional(Type.String()),
  status: Type.Optional(
    Type.Enum(["COMPLETED", "RUNNING", "ERRORED", "STOPPED", "STOPPING", "TIMED_OUT"], {
      description: "An execution that waits is RUNNING.",
    }),
  ),
  waits_at: Type.Optional(Type.String({ description: "The step at which it waits, by id or name." })),
  waits_until: Type.Optional(Moment("When it goes on by itself.")),
  response: Type.Optional(Type.Unsafe<unknown>({ description: "Its result." })),
  error: Type.Optional(Type.Unsafe<unknown>({ description: "`code`, `message` and `node_id`." })),
  steps: Type.Optional(
    Type.Record(Type.String(), ExpectedStep, {
      description: "Its steps, by id or name; others may be as they are.",
    }),
  ),
});

const ExpectedCall = Type.Object({
  application: Application,
  request: Request,
  headers: Type.Optional(Values("Headers, by their names in lower case.")),
  query: Type.Optional(Values("Parameters of the query.")),
  body: Type.Optional(
    Type.Unsafe<unknown>({ description: "The body: JSON, the fields of a form, or a text." }),
  ),
});

const ExpectedWebhook = Type.Object({
  event: Type.String({ description: "The webhook event, such as `Workflow Completed`." }),
  account: Type.Optional(Type.String()),
  status: Type.Optional(Type.Enum(["pending", "delivered", "failed", "cancelled"])),
  attempts: Type.Optional(Type.Integer({ minimum: 0 })),
  payload: Type.Optional(Type.Unsafe<unknown>({})),
});

const Then = Type.Object(
  {
    executions: Type.Optional(
      Type.Array(ExpectedExecution, {
        description: "All executions that started, or that had not ended, in any order.",
      }),
    ),
    calls: Type.Optional(
      Type.Array(ExpectedCall, {
        description:
          "All requests of workflows to third parties since the step before, in any order; polls and renewals of tokens are none.",
      }),
    ),
    webhooks: Type.Optional(
      Type.Array(ExpectedWebhook, {
        description:
          "All webhooks to your product that are new, or that had not arrived before, in any order.",
      }),
    ),
  },
  {
    description:
      "What must be so then. A list names all of its kind; a list that is left out is not looked at.",
  },
);

// No step is ever awaited.
// biome-ignore lint/suspicious/noThenProperty: "given, when, then" are the words of such tests
const Step = Type.Object({ when: Type.Optional(When), then: Type.Optional(Then) });

const Test = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 300 }),
  given: Type.Optional(Given),
  steps: Type.Array(Step, { minItems: 1, description: "What happens, and what must be so then, in order." }),
});

/** The shape of a file of `junctor test`. */
export const TestFile = Type.Object({
  configuration: Type.Optional(
    Type.String({ description: "The folder of configuration. Default: the nearest one named `junctor`." }),
  ),
  workflows: Type.Optional(
    Type.Array(Type.String(), { description: "Exported workflows that are published besides, as paths." }),
  ),
  variables: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: "Values of the environment variables that the configuration names.",
    }),
  ),
  given: Type.Optional(Given),
  tests: Type.Array(Test, { minItems: 1 }),
});

export type TestFile = Static<typeof TestFile>;
/** What is there before a test. */
export type TestGiven = Static<typeof Given>;
export type TestAccount = Static<typeof Account>;
/** What a third party answers. */
export type GivenAnswer = Static<typeof Answer>;
/** What goes wrong at a connected application. */
export type GivenFault = Static<typeof Fault>;
/** Something that happens. */
export type TestWhen = Static<typeof When>;
/** What must be so after a step. */
export type TestThen = Static<typeof Then>;
export type TestStep = Static<typeof Step>;
export type ExpectedExecution = Static<typeof ExpectedExecution>;
export type ExpectedCall = Static<typeof ExpectedCall>;
/** One test of a file. */
export type WorkflowTest = Static<typeof Test>;
