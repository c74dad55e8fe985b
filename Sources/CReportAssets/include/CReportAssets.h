#ifndef CREPORT_ASSETS_H
#define CREPORT_ASSETS_H

#include <stddef.h>

/// A part of the report page.
struct report_asset {
  const unsigned char *text;
  /// The bytes of the text.
  size_t size;
};

/// The script that steps through the page's data.
struct report_asset report_script(void);
struct report_asset report_style(void);

#endif
