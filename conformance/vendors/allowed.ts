const NEWER = "the document in the package is older than the vendor's reference, which has it";
const OFFSETS =
  "the package's document leaves out the paging of all lists of suppressions, which the vendor's reference has";

const AGILE =
  "boards and sprints are in the vendor's reference for Jira Software, which no package has as a document";
const GOOGLE_UPLOAD =
  "uploads are at the same path under /upload, which Google's documents say beside the paths";

const ASANA_LIMIT = "the description of the search names the parameter and its maximum of 100";
const NO_PART = "the vendor's reference has it; its client has no part for it";
const LOCATED =
  "the client takes the next address from the answer, in which the reference has these parameters";
const COMPANY = "the client leaves out the body, which the vendor's reference and newer versions have";
const SORTED =
  "searches are sorted, as earlier versions of the vendor's client show; the document leaves it out";
const COLLECTS = "Shopify's client passes on further parameters, and its own tests send this one";
const OWNERS = "the client has this address for each kind of record, which is a segment of the path";

/** Differences between connectors and vendors' documents that are right, by request and clause, and why. */
export const ALLOWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  anthropic: {
    "actions.download_batch_results: GET /v1/messages/batches/{}/results is not documented":
      "the client takes the address from the batch, whose results_url it is",
  },
  asana: {
    "actions.update_tag: the member data is not documented":
      "the description of the operation names the data block, which the list of its parts leaves out",
    "actions.search_tasks: the query parameter limit is not documented": ASANA_LIMIT,
    "triggers.task_completed.poll: the query parameter limit is not documented": ASANA_LIMIT,
  },
  discord: {
    "actions.send_file: the member files is not documented":
      "the vendor's document has the files of a form, which the package's types leave out",
  },
  github: {
    "actions.delete_branch: DELETE /repos/{}/{}/git/refs/heads/{} is not documented":
      "a branch is the reference heads/…, which the document shows as a single segment",
  },
  gmail: {
    "actions.send_message: POST /upload/gmail/v1/users/me/messages/send is not documented": GOOGLE_UPLOAD,
    "actions.send_message_with_file: POST /upload/gmail/v1/users/me/messages/send is not documented":
      GOOGLE_UPLOAD,
    "actions.reply_to_message: POST /upload/gmail/v1/users/me/messages/send is not documented": GOOGLE_UPLOAD,
    "actions.insert_message: POST /upload/gmail/v1/users/me/messages is not documented": GOOGLE_UPLOAD,
    "actions.create_draft: POST /upload/gmail/v1/users/me/drafts is not documented": GOOGLE_UPLOAD,
    "actions.create_reply_draft: POST /upload/gmail/v1/users/me/drafts is not documented": GOOGLE_UPLOAD,
    "actions.update_draft: PUT /upload/gmail/v1/users/me/drafts/{} is not documented": GOOGLE_UPLOAD,
  },
  "google-drive": {
    "actions.upload_file: POST /upload/drive/v3/files is not documented": GOOGLE_UPLOAD,
    "actions.upload_as_document: POST /upload/drive/v3/files is not documented": GOOGLE_UPLOAD,
    "actions.create_file_from_text: POST /upload/drive/v3/files is not documented": GOOGLE_UPLOAD,
    "actions.replace_file: PATCH /upload/drive/v3/files/{} is not documented": GOOGLE_UPLOAD,
    "actions.replace_text: PATCH /upload/drive/v3/files/{} is not documented": GOOGLE_UPLOAD,
  },
  hubspot: {
    "check: GET /account-info/v3/details is not documented":
      "HubSpot's reference has it; its client has no part for account information",
  },
  intercom: {
    "actions.update_company: the member name is not documented": COMPANY,
    "actions.update_company: the member plan is not documented": COMPANY,
    "actions.update_company: the member size is not documented": COMPANY,
    "actions.update_company: the member website is not documented": COMPANY,
    "actions.update_company: the member industry is not documented": COMPANY,
    "actions.update_company: the member monthly_spend is not documented": COMPANY,
    "actions.update_company: the member custom_attributes is not documented": COMPANY,
    "triggers.new_conversation.poll: the member sort is not documented": SORTED,
    "triggers.new_contact.poll: the member sort is not documented": SORTED,
    "triggers.contact_changed.poll: the member sort is not documented": SORTED,
    "triggers.conversation_changed.poll: the member sort is not documented": SORTED,
    "triggers.new_ticket.poll: the member sort is not documented": SORTED,
    "triggers.ticket_changed.poll: the member sort is not documented": SORTED,
  },
  jira: {
    "actions.search_issues: POST /rest/api/2/search/jql is not documented": NEWER,
    "options.issue_types: GET /rest/api/2/issue/createmeta/{}/issuetypes is not documented": NEWER,
    "triggers.new_issue.poll: POST /rest/api/2/search/jql is not documented": NEWER,
    "triggers.issue_changed.poll: POST /rest/api/2/search/jql is not documented": NEWER,
    "triggers.issue_resolved.poll: POST /rest/api/2/search/jql is not documented": NEWER,
    "triggers.issue_found.poll: POST /rest/api/2/search/jql is not documented": NEWER,
    "actions.get_board: GET /rest/agile/1.0/board/{} is not documented": AGILE,
    "actions.list_boards: GET /rest/agile/1.0/board is not documented": AGILE,
    "actions.move_issues_to_backlog: POST /rest/agile/1.0/backlog/issue is not documented": AGILE,
    "actions.create_sprint: POST /rest/agile/1.0/sprint is not documented": AGILE,
    "actions.get_sprint: GET /rest/agile/1.0/sprint/{} is not documented": AGILE,
    "actions.list_sprints: GET /rest/agile/1.0/board/{}/sprint is not documented": AGILE,
    "actions.update_sprint: POST /rest/agile/1.0/sprint/{} is not documented": AGILE,
    "actions.delete_sprint: DELETE /rest/agile/1.0/sprint/{} is not documented": AGILE,
    "actions.move_issues_to_sprint: POST /rest/agile/1.0/sprint/{}/issue is not documented": AGILE,
    "options.boards: GET /rest/agile/1.0/board is not documented": AGILE,
    "options.sprints: GET /rest/agile/1.0/board/{}/sprint is not documented": AGILE,
    "triggers.sprint_started.poll: GET /rest/agile/1.0/board/{}/sprint is not documented": AGILE,
  },
  salesforce: {
    "actions.search: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_accounts: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_campaigns: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_cases: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_contacts: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_events: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_leads: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_opportunities: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_products: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_tasks: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.search_users: GET /services/data/v62.0/parameterizedSearch is not documented": NO_PART,
    "actions.list_bulk_jobs: GET /services/data/v62.0/jobs/ingest is not documented": NO_PART,
    "options.bulk_jobs: GET /services/data/v62.0/jobs/ingest is not documented": NO_PART,
    "actions.download_file: GET /services/data/v62.0/sobjects/ContentVersion/{}/VersionData is not documented":
      NO_PART,
    "actions.list_flows: GET /services/data/v62.0/actions/custom/flow is not documented": NO_PART,
    "options.flows: GET /services/data/v62.0/actions/custom/flow is not documented": NO_PART,
    "actions.run_flow: POST /services/data/v62.0/actions/custom/flow/{} is not documented": NO_PART,
    "actions.send_email: POST /services/data/v62.0/actions/standard/emailSimple is not documented": NO_PART,
    "actions.post_to_chatter: POST /services/data/v62.0/actions/standard/chatterPost is not documented":
      NO_PART,
    "actions.get_record_by_external_id: GET /services/data/v62.0/sobjects/{}/{}/{} is not documented":
      NO_PART,
    "actions.list_related_records: GET /services/data/v62.0/sobjects/{}/{}/{} is not documented": NO_PART,
    "actions.run_requests: POST /services/data/v62.0/composite is not documented": NO_PART,
    "actions.get_bulk_query_results: the query parameter locator is not documented": LOCATED,
    "actions.get_bulk_query_results: the query parameter maxRecords is not documented": LOCATED,
    "actions.list_records_of_list_view: the query parameter limit is not documented": NO_PART,
    "actions.list_records_of_list_view: the query parameter offset is not documented": NO_PART,
  },
  sendgrid: {
    "actions.list_bounces: the query parameter limit is not documented": OFFSETS,
    "actions.list_bounces: the query parameter offset is not documented": OFFSETS,
    "triggers.new_bounce.poll: the query parameter limit is not documented": OFFSETS,
    "triggers.new_bounce.poll: the query parameter offset is not documented": OFFSETS,
    "actions.delete_bounce: the query parameter email_address is required":
      "the address is in the path; the vendor's reference no longer has the parameter",
  },
  slack: {
    "actions.create_bookmark: POST /api/bookmarks.add is not documented": NEWER,
    "actions.list_bookmarks: POST /api/bookmarks.list is not documented": NEWER,
    "actions.update_bookmark: POST /api/bookmarks.edit is not documented": NEWER,
    "actions.delete_bookmark: POST /api/bookmarks.remove is not documented": NEWER,
    "options.bookmarks: POST /api/bookmarks.list is not documented": NEWER,
    "actions.start_file_upload: POST /api/files.getUploadURLExternal is not documented": NEWER,
    "actions.finish_file_upload: POST /api/files.completeUploadExternal is not documented": NEWER,
  },
  shopify: {
    "actions.list_collection_entries: the query parameter collection_id is not documented": COLLECTS,
    "actions.list_collection_entries: the query parameter product_id is not documented": COLLECTS,
    "actions.create_metafield: POST /admin/api/2026-01/{}/{}/metafields.json is not documented": OWNERS,
    "actions.get_metafield: GET /admin/api/2026-01/{}/{}/metafields/{} is not documented": OWNERS,
    "actions.list_metafields: GET /admin/api/2026-01/{}/{}/metafields.json is not documented": OWNERS,
    "actions.update_metafield: PUT /admin/api/2026-01/{}/{}/metafields/{} is not documented": OWNERS,
    "actions.delete_metafield: DELETE /admin/api/2026-01/{}/{}/metafields/{} is not documented": OWNERS,
    "options.metafields: GET /admin/api/2026-01/{}/{}/metafields.json is not documented": OWNERS,
  },
  trello: {
    "actions.update_card: the member dueComplete is not documented": NEWER,
    "actions.search_cards: the query parameter idOrganizations is required":
      "the vendor's reference says that it is optional, and searches all workspaces without it",
  },
};
