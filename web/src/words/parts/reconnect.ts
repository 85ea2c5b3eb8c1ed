/** The copy of the link with which a customer connects an application. */
export const RECONNECT = {
  make: (isFirst: boolean) => (isFirst ? "Connect link" : "Reconnect link"),
  mailSubject: (application: string, isFirst: boolean) =>
    `${isFirst ? "Connect" : "Reconnect"} ${application}`,
  text: (name: string, application: string) =>
    `Send this link only to ${name}: anyone who opens it can connect ${application}.`,
  resumes: "Waiting executions resume automatically.",
  link: "Link",
  until: (moment: string) => `It works until ${moment}.`,
  mail: "Write an email",
  firstMailBody: (application: string, url: string, until: string) =>
    `Hello,\n\nPlease open this link to connect ${application}:\n\n${url}\n\nThe link works until ${until}.\n`,
  mailBody: (application: string, cause: string | null, url: string, until: string) =>
    `Hello,\n\nYour connection to ${application} has stopped working${cause ? `: ${cause.replace(/\.$/, "")}` : ""}.\nOpen this link to connect it again:\n\n${url}\n\nThe link works until ${until}.\n`,
};
