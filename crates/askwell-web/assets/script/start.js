// Whatever this page is.

if (form) answer();
if (one("[data-inbox]")) inbox();
