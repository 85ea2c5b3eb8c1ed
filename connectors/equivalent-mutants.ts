/** Where a mistake makes no difference, and why. */
export type Reasons = Readonly<Record<string, string>>;

const SLACK_CHARSET = "Slack takes JSON without a charset as well, and only warns";

const BASIC = "The vendor documents both ways for a client to prove itself";

/**
 * Mistakes that no suite can find because the vendor does the same with and without them, by connector: the mutant as
 * the mutation test names it, and why. One that is listed and found all the same fails the test too.
 */
export const EQUIVALENT: Readonly<Record<string, Reasons>> = {
  github: {
    "headers.Accept: misspelt": "GitHub recommends its media type, and takes application/json as well",
  },
  "microsoft-teams": { "auth.oauth2.client_auth: the other": BASIC },
  salesforce: { "auth.oauth2.client_auth: the other": BASIC },
  slack: {
    "auth.oauth2.client_auth: the other": BASIC,
    "actions.add_reaction.request.headers.Content-Type: misspelt": SLACK_CHARSET,
    "actions.create_channel.request.headers.Content-Type: misspelt": SLACK_CHARSET,
    "actions.send_message.request.headers.Content-Type: misspelt": SLACK_CHARSET,
    "actions.update_message.request.headers.Content-Type: misspelt": SLACK_CHARSET,
  },
  stripe: {
    "headers.Stripe-Version: misspelt":
      "Stripe then uses the version of the account, whose answers may be the same",
  },
};
