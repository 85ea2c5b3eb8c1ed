/** The copy of the link with which a customer connects an application again. */
export const RECONNECT = {
  make: "Reconnect link",
  title: (application: string) => `Connect ${application} again`,
  text: (name: string) =>
    `Send this link to ${name} alone: whoever opens it can connect. Executions that wait for the connection go on by themselves.`,
  link: "Link",
  until: (moment: string) => `It works until ${moment}.`,
  mail: "Write an email",
  mailSubject: (application: string) => `Connect ${application} again`,
  mailBody: (application: string, cause: string | null, url: string, until: string) =>
    `Hello,\n\nyour connection to ${application} has stopped working${cause ? `: ${cause.replace(/\.$/, "")}` : ""}.\nOpen this link to connect it again:\n\n${url}\n\nThe link works until ${until}.\n`,
};
