/** The copy of the MCP settings. */
export const MCP_SETTINGS = {
  signIn: "Customer sign-in",
  signInHelp: "How customers sign in before they connect an assistant or open a link from one.",
  url: "Sign-in URL of your product",
  urlHelp:
    "Customers are sent there with ?request=…, and your backend answers with the customer's id. Leave empty to use one-time codes.",
  urlPlaceholder: "https://app.example.com/assistants",
  backend: "Request from your backend, within 15 minutes, once the user is signed in",
  backendHelp:
    "Then send the browser to the return_url of the response. Never take the customer's id from the browser.",
  productName: "Product name",
  productNameHelp: "Shown to customers. Leave empty to use the organization's name.",
  logo: "Logo",
  logoHelp: "An https URL. Leave empty to use the organization's logo.",
  approvals: "Who approves calls",
  approvalsHelp: "Your team can decide under Approvals in either case.",
  approvalsChoices: {
    link: "Anyone with the link",
    api: "Your system, through the API",
  },
  approvalsTexts: {
    link: "Assistants get the URL of the approval page, for their user to open. An assistant that can open URLs itself could approve its own calls.",
    api: "Assistants get no URL, only the message that the call waits for an approval.",
  },
  save: "Save settings",
  saveInProduction: "Save in production",
  saved: "The settings were saved.",

  management: "Agents for your own developers",
  managementHelp:
    "At this address, agents can find failures, replay executions, and validate and draft workflows. They use an API key, which determines their environment and role: with a test key they never see production.",
  managementClient: "Client",
  managementKeys: "API keys",
} as const;
