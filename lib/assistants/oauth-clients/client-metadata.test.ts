/** What a client may request in its metadata. */
import { describe, expect, test } from "vitest";
import { MetadataError, type MetadataTerms, readClientMetadata } from "./client-metadata.ts";

const TERMS: MetadataTerms = {
  mostRedirects: 10,
  authMethods: ["client_secret_basic", "client_secret_post", "none"],
};
const REDIRECTS = { redirect_uris: ["https://app.example/cb"] };
const read = (given: Record<string, unknown>, terms = TERMS) => readClientMetadata(given, terms);
const refusal = (given: Record<string, unknown>, terms = TERMS): [string, string] => {
  try {
    read(given, terms);
  } catch (error) {
    if (error instanceof MetadataError) return [error.code, error.message];
    throw error;
  }
  return ["none", "it was taken"];
};

test("a client that names only its redirects gets the defaults of RFC 7591, section 2", () => {
  expect(read(REDIRECTS)).toEqual({
    ...REDIRECTS,
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "client_secret_basic",
  });
});

test("metadata that is not supported or unknown is left out", () => {
  const read_ = read({
    ...REDIRECTS,
    grant_types: [
      "refresh_token",
      "authorization_code",
      "urn:ietf:params:oauth:grant-type:device_code",
    ],
    response_types: ["code", "code id_token"],
    token_endpoint_auth_method: "none",
    scope: "openid everything",
    jwks_uri: "http://169.254.169.254/",
    sector_identifier_uri: "http://169.254.169.254/",
    client_secret: "chosen-by-the-client",
    client_id: "client_chosen",
    subject_type: "pairwise",
    id_token_signed_response_alg: "none",
    __proto__: { polluted: true },
  });
  expect(read_).toEqual({
    ...REDIRECTS,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
});

test.each(["none", "client_secret_post", "client_secret_basic"])(
  "authentication by %s is kept as requested",
  (token_endpoint_auth_method) => {
    const metadata = { ...REDIRECTS, token_endpoint_auth_method };
    expect(read(metadata)).toMatchObject({ token_endpoint_auth_method });
  },
);

test("of several supported methods, a client gets one that this server supports", () => {
  const chatGpt = {
    ...REDIRECTS,
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
  };
  expect(read(chatGpt, { mostRedirects: 10, authMethods: ["none"] })).toMatchObject({
    token_endpoint_auth_method: "none",
  });
});

describe("invalid metadata is refused", () => {
  test.each([
    [{ response_types: ["token"] }],
    [{ response_types: [] }],
    [{ response_types: "code" }],
    [{ response_types: [7] }],
    [{ grant_types: ["client_credentials"] }],
    [{ grant_types: ["refresh_token"] }],
    [{ grant_types: ["password"] }],
    [{ grant_types: {} }],
    [{ grant_types: Array.from({ length: 51 }, () => "authorization_code") }],
    [{ token_endpoint_auth_method: "private_key_jwt" }],
    [{ token_endpoint_auth_method: "client_secret_jwt" }],
    [{ token_endpoint_auth_method: "tls_client_auth" }],
    [{ token_endpoint_auth_method: ["none"] }],
    [{ client_name: 7 }],
    [{ client_name: { en: "App" } }],
    [{ client_uri: "javascript:alert(1)" }],
    [{ logo_uri: "data:image/svg+xml,x" }],
    [{ policy_uri: "app.example" }],
    [{ tos_uri: `https://app.example/${"a".repeat(2_048)}` }],
    [{ tos_uri: "https://app.example/\u202E" }],
  ])("%j as invalid_client_metadata", (metadata) => {
    const [code, reason] = refusal({ ...REDIRECTS, ...metadata });
    expect([code, reason]).toEqual([
      "invalid_client_metadata",
      expect.stringContaining(Object.keys(metadata)[0]!),
    ]);
  });

  test.each([
    [undefined],
    [[]],
    ["https://app.example/cb"],
    [["https://app.example/cb", "http://app.example/cb"]],
    [["https://app.example/cb", null]],
    [["javascript:alert(1)"]],
    [Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`)],
  ])("the redirects %j as invalid_redirect_uri", (redirect_uris) => {
    const [code, reason] = refusal({ redirect_uris });
    expect(code).toBe("invalid_redirect_uri");
    // RFC 6749, section 5.2: the characters of an error.
    expect(reason).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});

test("ten redirects are accepted, each once", () => {
  const ten = Array.from({ length: 10 }, (_, index) => `https://app.example/${index}`);
  expect(read({ redirect_uris: ten }).redirect_uris).toEqual(ten);
  expect(read({ redirect_uris: ["cursor://a/b", "cursor://a/b"] }).redirect_uris).toHaveLength(1);
});

test("pages of the client are kept as text, and empty ones are left out", () => {
  const pages = { client_uri: "https://app.example", logo_uri: "http://app.example/logo.png" };
  const metadata = read({ ...REDIRECTS, ...pages, policy_uri: "", tos_uri: null, client_name: "" });
  expect(metadata).toMatchObject(pages);
  expect(Object.keys(metadata)).not.toEqual(expect.arrayContaining(["policy_uri"]));
  expect(metadata.client_name).toBeUndefined();
});

test("a name is cleaned before it is shown to anyone", () => {
  expect(read({ ...REDIRECTS, client_name: "Cla\u202Eude\n" }).client_name).toBe("Claude");
});
