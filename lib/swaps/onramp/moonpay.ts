import type { OnrampProvider } from "./checkout-provider.ts";
import { readMoonpayCallback } from "./moonpay-callback.ts";
import { moonpayCheckoutUrl } from "./moonpay-checkout-url.ts";

export const moonpay: OnrampProvider = {
  id: "moonpay",
  name: "MoonPay",
  checkoutUrl: moonpayCheckoutUrl,
  readCallback: readMoonpayCallback,
};
