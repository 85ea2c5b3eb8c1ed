// What the suite expects a server to offer, as anybody would define it through the API. The names and texts are the suite's.
const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so.
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

interface Fixture {
  readonly tool: string;
  readonly code: string;
  readonly input?: object;
}

const TOOLS: readonly Fixture[] = [
  { tool: "test_simple_text", code: "return 'This is a simple text response for testing.'" },
  {
    tool: "test_error_handling",
    code: "throw new Error('This tool intentionally returns an error for testing')",
  },
  { tool: "json_schema_2020_12_tool", code: "return 'ok'", input: SCHEMA_2020_12 },
  {
    tool: "test_header_tool",
    code: "return input.region",
    input: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" }, query: { type: "string" } },
      required: ["region"],
    },
  },
];

/** Calls the API; throws where it refuses. */
export type Api = (method: string, path: string, body?: unknown) => Promise<Record<string, string>>;

/** Defines workflows and a server record that offers them; answers with the record's id. */
export async function defineFixtures(api: Api): Promise<string> {
  const workflows = [];
  for (const { tool, code, input } of TOOLS) {
    const { _id: id } = await api("POST", "/api/v2/public/workflow", {
      name: tool,
      settings: input ? { json_schema: input } : {},
      nodes: [
        { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
        { id: "code", type: "ai_code_executor", data: { code } },
      ],
      edges: [{ source: "start", target: "code" }],
    });
    await api("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true });
    workflows.push({ id, name: tool, tool_name: tool, description: "A fixture of the conformance suite." });
  }
  const { _id } = await api("POST", "/api/v2/public/mcp-servers", {
    name: "Conformance",
    description: "What the conformance suite asks for.",
    associated_apps: [{ slug: "fixtures", workflows }],
    suggestions: [
      { name: "test_simple_prompt", prompt: "This is a simple prompt for testing." },
      {
        name: "test_prompt_with_arguments",
        prompt: "Prompt with arguments: arg1='{{ arg1 }}', arg2='{{ arg2 }}'",
      },
    ],
    resources: [
      {
        uri: "test://static-text",
        name: "Static text",
        mimeType: "text/plain",
        text: "This is the content of the static text resource.",
      },
    ],
  });
  return String(_id);
}
