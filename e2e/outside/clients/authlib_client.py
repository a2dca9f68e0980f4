"""Authorization code with PKCE, refresh and revocation by Authlib; the standard streams lead to a person's browser."""

import json
import secrets
import sys

import requests
from authlib.integrations.requests_client import OAuth2Session

settings = json.loads(sys.argv[1])
metadata = requests.get(
    settings["issuer"] + "/.well-known/oauth-authorization-server", timeout=20
).json()

session = OAuth2Session(
    settings["client_id"],
    redirect_uri=settings["redirect_uri"],
    scope="read:market",
    token_endpoint_auth_method="none",
    revocation_endpoint_auth_method="none",
    code_challenge_method="S256",
)
verifier = secrets.token_urlsafe(48)
address, state = session.create_authorization_url(
    metadata["authorization_endpoint"],
    code_verifier=verifier,
    resource=settings["endpoint"],
)
print(f"authorize: {address}", flush=True)
callback = sys.stdin.readline().strip()


def list_tools():
    """A plain POST, as docs/api/mcp.md shows it, with the token that the session holds."""
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    return session.post(settings["endpoint"], json=request, timeout=20)


def show_tools():
    answer = list_tools()
    answer.raise_for_status()
    print("tools: " + json.dumps(answer.json()), flush=True)


first = session.fetch_token(
    metadata["token_endpoint"],
    authorization_response=callback,
    code_verifier=verifier,
    state=state,
)
show_tools()

second = session.refresh_token(metadata["token_endpoint"])
assert second["access_token"] != first["access_token"], "the access token is the same"
assert second["refresh_token"] != first["refresh_token"], "the refresh token is the same"
show_tools()

revoked = session.revoke_token(
    metadata["revocation_endpoint"], second["refresh_token"], token_type_hint="refresh_token"
)
assert revoked.status_code == 200, revoked.text
assert list_tools().status_code == 401, "the grant lives on"
