#include "ceditline.h"
