/** The copy of what can be changed of an application of one's own. */
export const APPLICATION_SETUP = {
  title: "Application",
  name: "Name",
  nameHelp: "Shown to customers.",
  baseUrl: "Base URL",
  baseUrlHelp: "Where its requests go. While customers are connected, only the path can change.",
  check: "Test request",
  checkHelp: "Sent when a customer connects, so that a wrong key is refused at once.",
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

/** The copy of the webhooks that all customers of an application share. */
export const SHARED_WEBHOOK = {
  title: "Webhooks",
  text: (name: string) =>
    `${name} sends the events of all customers to one address. Each starts the workflows of the customers it belongs to.`,
  missing: (name: string) => `Events of ${name} are refused until its secret is set.`,
  address: "Webhook address",
  addressHelp: (name: string) => `Register it with ${name} exactly as shown. Each environment has its own.`,
  secret: "Webhook secret",
  secretHelp: (name: string) =>
    `What ${name} signs its webhooks with. Stored encrypted and never shown again.`,
  kept: "Stored and never shown. Enter a new one to replace it.",
  unchanged: "Unchanged",
  save: "Save secret",
  saved: "Webhook secret saved.",
  remove: "Remove secret",
  removeTitle: "Remove the webhook secret",
  removeText: (name: string) => `Events of ${name} are refused until another secret is set.`,
  removed: "Webhook secret removed.",
};
