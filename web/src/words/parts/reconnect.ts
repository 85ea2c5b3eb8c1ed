/** The copy of the link with which a customer connects an application again. */
export const RECONNECT = {
  make: "Reconnect link",
  title: (application: string) => `Reconnect ${application}`,
  text: (name: string) =>
    `Send this link only to ${name}: anyone who opens it can connect. Waiting executions resume automatically.`,
  link: "Link",
  until: (moment: string) => `It works until ${moment}.`,
  mail: "Write an email",
  mailSubject: (application: string) => `Reconnect ${application}`,
  mailBody: (application: string, cause: string | null, url: string, until: string) =>
    `Hello,\n\nYour connection to ${application} has stopped working${cause ? `: ${cause.replace(/\.$/, "")}` : ""}.\nOpen this link to connect it again:\n\n${url}\n\nThe link works until ${until}.\n`,
};
