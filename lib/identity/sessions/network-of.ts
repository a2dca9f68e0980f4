/** The network of an address, as coarse as providers hand addresses out: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address.split(".").slice(0, 3).join(".");
  const [head = ""] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  return [...groups, "0", "0", "0"].slice(0, 3).join(":").toLowerCase();
}
