/** Only this machine can send mail, wherever the pages are served. */
export const SMTP_HOST = "127.0.0.1";
