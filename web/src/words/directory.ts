/** Those whose name is not that of their file with a capital letter. */
const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  ai: "AI",
  "ci-cd": "CI/CD",
  cms: "CMS",
  crm: "CRM",
  esignature: "E-signature",
  hr: "HR",
  iot: "IoT",
  "no-code": "No-code",
  sms: "SMS",
};

/** The copy of the directory: applications that can be added from known facts. */
export const DIRECTORY = {
  title: "Directory",
  count: (count: number) => (count === 1 ? "1 application" : `${count.toLocaleString("en")} applications`),
  category: "Category",
  categoryName: (category: string) =>
    CATEGORY_NAMES[category] ??
    `${category.charAt(0).toUpperCase()}${category.slice(1).replaceAll("-", " ")}`,
  toAdd: (count: number) => `${count.toLocaleString("en")} more in the directory`,
  more: "Show more",
  legend: "How well they are tested",
  /** How well an application is proven, in a few words and in a sentence. */
  grades: {
    A: { word: "Tested live", text: "It was run against the real application." },
    B: { word: "Checked", text: "Every request was checked against the provider's own OpenAPI document." },
    C: {
      word: "By its documentation",
      text: "Sign-in and requests follow the provider's published documentation; they have not been run against it.",
    },
    D: {
      word: "Raw requests",
      text: "Sign-in follows the provider's published documentation. Requests are yours to write.",
    },
  },
  asOf: (day: string) => `Facts of ${day}`,
  signIns: {
    oauth2: "OAuth2",
    client_credentials: "OAuth2 client of each customer",
    key: "API key",
    basic: "User name and password",
    open: "No sign-in",
  },
  signIn: "How customers sign in",
  enters: "They enter",
  nothingEntered: "They enter nothing.",
  isChecked: "The credential is tried when they connect.",
  unchecked: "The credential is first tried by an action.",
  register: (name: string) => `Register an OAuth app with ${name}`,
  steps: {
    open: (name: string) => `Open the developer documentation of ${name} and create an OAuth app there.`,
    redirect: "Enter this redirect address in it, exactly as shown:",
    scopes: "If it asks for scopes, allow these:",
    client: "After adding it here, enter the app's client ID and secret in its setup.",
  },
  documentation: (name: string) => `${name}'s documentation`,
  actions: "Actions",
  triggers: "Triggers",
  noTriggers: "None of its lists is known, so nothing can start a workflow by itself.",
  document: "More actions",
  documentHelp: "Each operation that you choose becomes an action. The main ones are chosen already.",
  documentNone:
    "The directory knows no OpenAPI document. You can send any request, or add the application from a document of your own.",
  documentMissing:
    "Its operations are in a package of documents (45 MB) that an operator of this server can install:",
  readDocument: "Choose operations",
  reading: "Reading the document…",
  add: (name: string) => `Add ${name}`,
  addWith: (name: string, count: number) =>
    count === 1 ? `Add ${name} with 1 operation` : `Add ${name} with ${count} operations`,
  wasAdded: (name: string) => `${name} was added.`,
  open: (name: string) => `Open ${name}`,
};
