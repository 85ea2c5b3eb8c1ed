/** The copy of the MCP settings. */
export const MCP_SETTINGS = {
  signIn: "How customers sign in",
  signInHelp:
    "Customers of this environment sign in before an assistant gets access, and before they follow a link that one was given.",
  url: "Sign-in address of your product",
  urlHelp:
    "Customers are sent there with ?request=…; your backend answers it with the customer's id. Without one they enter a one-time code.",
  urlPlaceholder: "https://app.example.com/assistants",
  backend: "What your backend sends, within 15 minutes, once your user is signed in",
  backendHelp:
    "Send the browser to the return_url of the answer. Never take the customer's id from the browser.",
  productName: "Name of your product",
  productNameHelp: "On the pages for customers; that of the organization if empty.",
  logo: "Logo",
  logoHelp: "An https address; that of the organization if empty.",
  approvals: "Who approves calls that wait",
  approvalsHelp: "Your team can decide under Approvals either way.",
  approvalsChoices: {
    link: "Whoever has the link",
    api: "Your system, by the API",
  },
  approvalsTexts: {
    link: "Assistants are told the address of the approval page, because their user is the one who approves. An assistant that can open addresses could approve its own calls.",
    api: "Assistants are told no address, only that the call waits.",
  },
  save: "Save settings",
  saveInProduction: "Save in production",
  saved: "The settings were saved",
  unsaved: "Unsaved changes",

  management: "Agents of your own developers",
  managementHelp:
    "At this address agents find failures, replay executions, and validate and draft workflows. They sign in with an API key, which says environment and role: with one of test they never see production.",
  managementAddress: "Address",
  managementClient: "Client",
  managementKeys: "API keys",
} as const;
