import type { VendorCall } from "../mock-vendor.ts";
import { group, one } from "./call-facts.ts";

const groupInput = {
  name: "Marketing Team",
  handle: "marketing-team",
  description: "Gurus",
  channels: ["C1", "C2"],
};
const usergroup = group.id;

/** Members, user groups and the workspace. */
export const ofPeople: VendorCall[] = [
  one("get_user", {
    input: { user: "U1", include_locale: true },
    sends: "GET /api/users.info?user=U1&include_locale=true",
    answer: { user: { id: "U1", name: "spengler" } },
    expected: { id: "U1", name: "spengler" },
  }),
  one("get_user_profile", {
    input: { user: "U1", include_labels: true },
    sends: "GET /api/users.profile.get?user=U1&include_labels=true",
    answer: { profile: { real_name: "Egon Spengler" } },
    expected: { real_name: "Egon Spengler" },
  }),
  one("get_user_presence", {
    input: { user: "U1" },
    sends: "GET /api/users.getPresence?user=U1",
    answer: { presence: "active" },
    expected: { presence: "active" },
  }),
  one("get_do_not_disturb", {
    input: { user: "U1" },
    sends: "GET /api/dnd.info?user=U1",
    answer: { dnd_enabled: true, next_dnd_start_ts: 1450416600, next_dnd_end_ts: 1450452600 },
    expected: { dnd_enabled: true, next_dnd_start_ts: 1450416600, next_dnd_end_ts: 1450452600 },
  }),
  one("create_user_group", {
    input: groupInput,
    sends: "POST /api/usergroups.create",
    body: { ...groupInput, channels: "C1,C2" },
    answer: { usergroup: group },
    expected: group,
  }),
  one("list_user_groups", {
    input: { include_users: true, include_count: true, include_disabled: false },
    sends: "GET /api/usergroups.list?include_users=true&include_count=true&include_disabled=false",
    answer: { usergroups: [group] },
    expected: [group],
  }),
  one("update_user_group", {
    input: { user_group_id: usergroup, ...groupInput },
    sends: "POST /api/usergroups.update",
    body: { usergroup, ...groupInput, channels: "C1,C2" },
    answer: { usergroup: group },
    expected: group,
  }),
  ...["disable", "enable"].map((change) =>
    one(`${change}_user_group`, {
      input: { user_group_id: usergroup },
      sends: `POST /api/usergroups.${change}`,
      body: { usergroup },
      answer: { usergroup: group },
      expected: group,
    }),
  ),
  one("list_members_of_user_group", {
    input: { user_group_id: usergroup, include_disabled: true },
    sends: `GET /api/usergroups.users.list?usergroup=${usergroup}&include_disabled=true`,
    answer: { users: ["U1", "U2"] },
    expected: ["U1", "U2"],
  }),
  one("set_members_of_user_group", {
    input: { user_group_id: usergroup, users: ["U1", "U2"] },
    sends: "POST /api/usergroups.users.update",
    body: { usergroup, users: "U1,U2" },
    answer: { usergroup: group },
    expected: group,
  }),
  one("get_workspace", {
    sends: "GET /api/team.info",
    answer: { team: { id: "T12345", name: "My Team" } },
    expected: { id: "T12345", name: "My Team" },
  }),
  one("list_emoji", {
    sends: "GET /api/emoji.list",
    answer: {
      emoji: { bowtie: "https://my.slack.com/emoji/bowtie/46ec6f2bb0.png", shipit: "alias:squirrel" },
    },
    expected: { bowtie: "https://my.slack.com/emoji/bowtie/46ec6f2bb0.png", shipit: "alias:squirrel" },
  }),
  one("get_bot", {
    input: { bot: "B061F7JD2" },
    sends: "GET /api/bots.info?bot=B061F7JD2",
    answer: { bot: { id: "B061F7JD2", name: "beforebot" } },
    expected: { id: "B061F7JD2", name: "beforebot" },
  }),
];
