#include "CReportAssets.h"

// The files are compiled in, since the executable is to be one file. In C, because it takes the
// Swift compiler seconds to read as many bytes as the elements of an array.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char script[] = {
#embed "report.js"
};
static const unsigned char style[] = {
#embed "report.css"
};

struct report_asset report_script(void) {
  return (struct report_asset){script, sizeof script};
}

struct report_asset report_style(void) {
  return (struct report_asset){style, sizeof style};
}
