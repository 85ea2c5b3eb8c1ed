/** The copy of what can be changed of an application of one's own. */
export const APPLICATION_SETUP = {
  title: "Application",
  name: "Name",
  nameHelp: "Shown to customers.",
  baseUrl: "Base URL",
  baseUrlHelp: "Where its requests go. While customers are connected, only the path can change.",
  check: "Test request",
  checkHelp:
    "Sent when a customer connects, so that a wrong key is refused at once. Proposed is one that names the key's owner, or else lists records. Choose another if it also answers without a key.",
  noCheck: "None: any key is accepted",
  noCheckHelp: "A wrong key is then noticed by the first call that fails.",
  noneSuitable:
    "None of its operations can test a credential: that takes a GET without required input that needs the sign-in. A wrong key is noticed by the first call that fails.",
  hasCheck: (path: string) => `A wrong key is refused: GET ${path} is called when a customer connects.`,
  hasNoCheck: "A wrong key is not noticed when a customer connects: no request tests it.",
  save: "Save changes",
  saved: "Application saved.",
};

/** The copy of how customers sign in to an application of one's own. */
export const SIGN_IN = {
  kind: "How customers sign in",
  choose: "Choose one",
  kinds: {
    header: "Key in a header",
    query: "Key in the query",
    bearer: "Bearer token",
    basic: "User name and password",
    oauth2: "OAuth2",
    none: "No sign-in: anybody may call it",
  },
  custom: "As in its definition",
  asDocumented: "As the document says",
  missing: "The document does not say how customers sign in. They cannot connect until you choose.",
  reconnect: "Customers who have connected must connect again.",
  header: "Header",
  parameter: "Parameter",
  prefix: "Text before the key",
  prefixHelp: "Such as Token or ApiKey. Leave empty if the header holds the key alone.",
  label: "Label of the key",
  labelHelp: "What customers read above the field.",
  help: "Help for the key",
  helpHelp: "Where customers find it.",
  authorizeUrl: "Authorization URL",
  tokenUrl: "Token URL",
  scopes: "Scopes of the sign-in",
  scopesHelp: "What customers are asked to allow, unless you set scopes beside the client.",
};

/** The copy of how webhooks of a document are verified. */
export const DOCUMENT_WEBHOOKS = {
  title: "Webhooks of its document",
  kind: "What proves where they come from",
  kinds: {
    address: "Nothing but the address",
    hmac: "A signature (HMAC)",
    stripe: "Time and signature in one header, as Stripe sends them (t=…,v1=…)",
    "standard-webhooks": "Standard Webhooks, also of Svix",
    token: "A secret token in a header",
    basic: "User name and password",
  },
  addressAlone:
    "Whoever knows a customer's address can send events to it. Choose a signature if the provider signs its webhooks.",
  secret: "Secret",
  secrets: {
    generated: "Generated for each customer, who enters it with the address",
    entered: "The provider's, a different one for each address, entered beside it",
    webhook_secret: "The provider's, one for all customers",
  },
  fields: {
    header: { label: "Header", help: "Such as X-Signature. The provider's documentation names it." },
    prefix: {
      label: "Before it in the header",
      help: "Such as sha256= or Bearer, with the space after it. Leave empty if there is nothing.",
    },
    timestamp_header: {
      label: "Header with the time that is signed",
      help: "Leave empty if only the body is signed.",
    },
    separator: { label: "Between time and body", help: "As signed." },
    username: { label: "User name", help: "The secret is the password." },
    challenge: {
      label: "Challenge to repeat",
      help: "Where the provider sends a text that it wants to read again, such as query.challenge. Leave empty if it does not.",
    },
  },
  unit: "Unit of the signed time, since 1970",
  units: { seconds: "Seconds", milliseconds: "Milliseconds" },
  tolerance: "Tolerance in seconds",
  algorithm: "Algorithm",
  algorithms: { sha1: "SHA-1", sha256: "SHA-256", sha512: "SHA-512" },
  encoding: "Encoding of the signature",
  encodings: { hex: "Hexadecimal", base64: "Base64" },
  save: "Save webhooks",
  saved: "Webhooks saved.",
};

/** The copy of what identifies the events of triggers. */
export const SETUP_TRIGGERS = {
  title: "Triggers",
  text: "Taken from the document. Correct here what it does not say.",
  trigger: "Trigger",
  key: "Identified by",
  itemKeyHelp: "The member of an item that no other item shares. Each new value starts the workflow.",
  unidentifiedHelp:
    "The document does not say what identifies an item. Choose the member that no other item shares, and workflows can start with new items.",
  unidentified: "needs an id",
  eventKeyHelp:
    "A repeated value starts nothing. It must be of the event, not of a thing that has many events. Leave empty if there is none.",
  time: "Changes with",
  timeHelp: "A member such as updated_at: an item starts the workflow again when it changes.",
  filter: "Only if",
  filterHelp: "All must hold. Paths begin with body., headers. or query.",
  field: (place: number) => `Path ${place}`,
  value: (place: number) => `Value ${place}`,
  addCondition: "Add condition",
  removeCondition: (place: number) => `Remove condition ${place}`,
  save: "Save trigger",
  saved: "Trigger saved.",
};

/** The copy of the webhooks that all customers of an application share. */
export const SHARED_WEBHOOK = {
  title: "Webhooks",
  signed: (name: string) => `The secret with which ${name} signs its webhooks, or that it sends with them.`,
  text: (name: string) =>
    `${name} sends the events of all customers to one address. Each starts the workflows of the customers it belongs to.`,
  missing: (name: string) => `Events of ${name} are refused until its secret is set.`,
  address: "Webhook address",
  addressHelp: (name: string) => `Register it with ${name} exactly as shown. Each environment has its own.`,
  secret: "Webhook secret",
  secretHelp: (name: string) =>
    `What ${name} signs its webhooks with. Stored encrypted and never shown again.`,
  arrivals: "What arrived last",
  noArrivals: "Nothing has arrived at this address yet.",
  arrivalEvent: "Event",
  arrivalOutcome: "Result",
  arrivalTime: "Last time",
  outcomes: {
    delivered: "Handed to workflows",
    unheard: "No workflow of its customer listens to it",
    unknown_customer: "Of nobody with a workflow that listens",
  },
  kept: "Stored and never shown. Enter a new one to replace it.",
  unchanged: "Unchanged",
  save: "Save secret",
  saved: "Webhook secret saved.",
  remove: "Remove secret",
  removeTitle: "Remove the webhook secret",
  removeText: (name: string) => `Events of ${name} are refused until another secret is set.`,
  removed: "Webhook secret removed.",
};
