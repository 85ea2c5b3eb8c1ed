/** The copy of the sign-in page. */
export const SIGN_IN = {
  title: "Sign in",
  welcome: "Welcome to Junctor",
  email: "Email",
  name: "Name",
  password: "Password",
  newPassword: "Password (at least 12 characters)",
  newPasswordHelp: "You can leave it empty for now and set it later, under Settings.",
  keepPassword: "Leave it empty to keep your current one.",
  signsIn: "You sign in as",
  withPassword: "Sign in with a password",
  code: "Code",
  codeHelp: "The six digits in your authenticator app.",
  signIn: "Sign in",
  or: "or",
  company: "Sign in with your company",
  notInvited:
    "Your company account works, but its email address has not been invited here. Ask an owner to invite you under Settings.",
  companyFailed:
    "Signing in with your company did not work. Try again; if it fails again, the server's log says why.",
  tooMany:
    "There were too many attempts to sign in from your network. Wait up to 15 minutes, then try again.",
  start: "Open the dashboard",
  linkText: "Your link works once. A password lets you come back without one.",
  lost: "Lost your password? An owner can create a new link for you under Settings, or on the server: npm run junctor -- operators reset <email>.",
  firstTime: "First time here? The server printed a sign-in link when it started.",
};
