// GLib's GBinding over a GObject with one int property.
#include "measure.h"

#include <glib-object.h>

static struct peer PEER = {"gbinding", NULL};

struct _PeerBox {
  GObject parent;
  int value;
};

G_DECLARE_FINAL_TYPE(PeerBox, peer_box, PEER, BOX, GObject)
G_DEFINE_TYPE(PeerBox, peer_box, G_TYPE_OBJECT)

enum { PROP_VALUE = 1, PROP_COUNT };
static GParamSpec *properties[PROP_COUNT];

// The typed setter that C code calls; a write of an equal value is passed on, as bindlab does.
static void peer_box_set_value(PeerBox *box, int value) {
  box->value = value;
  g_object_notify_by_pspec(G_OBJECT(box), properties[PROP_VALUE]);
}

static void peer_box_set_property(
    GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  if (id == PROP_VALUE) {
    peer_box_set_value(PEER_BOX(object), g_value_get_int(value));
  } else {
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void peer_box_get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  if (id == PROP_VALUE) {
    g_value_set_int(value, PEER_BOX(object)->value);
  } else {
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  }
}

static void peer_box_class_init(PeerBoxClass *class) {
  GObjectClass *object_class = G_OBJECT_CLASS(class);
  object_class->set_property = peer_box_set_property;
  object_class->get_property = peer_box_get_property;
  properties[PROP_VALUE] = g_param_spec_int(
      "value", NULL, NULL, G_MININT, G_MAXINT, 0,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties(object_class, PROP_COUNT, properties);
}

static void peer_box_init(PeerBox *box) { (void)box; }

static PeerBox *new_box(void) { return g_object_new(peer_box_get_type(), NULL); }

static gboolean add_one(GBinding *binding, const GValue *from, GValue *to, gpointer data) {
  (void)binding, (void)data;
  g_value_set_int(to, g_value_get_int(from) + 1);
  return TRUE;
}

static void copy_value(PeerBox *source, PeerBox *target) {
  g_object_bind_property(source, "value", target, "value", G_BINDING_SYNC_CREATE);
}

static void copy_value_plus_one(PeerBox *source, PeerBox *target) {
  g_object_bind_property_full(
      source, "value", target, "value", G_BINDING_SYNC_CREATE, add_one, NULL, NULL, NULL);
}

// Boxes whose first is written, and what the last must then be more than that.
struct experiment {
  GPtrArray *boxes;
  const char *workload;
  int written, offset;
};

static void write_many(void *context, long count) {
  struct experiment *experiment = context;
  PeerBox *first = experiment->boxes->pdata[0];
  PeerBox *last = experiment->boxes->pdata[experiment->boxes->len - 1];
  for (long i = 0; i < count; i++) peer_box_set_value(first, ++experiment->written);
  expect_value(experiment->workload, last->value, experiment->written + experiment->offset);
}

static GPtrArray *chain(long length, void (*bind)(PeerBox *, PeerBox *)) {
  GPtrArray *boxes = g_ptr_array_new_with_free_func(g_object_unref);
  g_ptr_array_add(boxes, new_box());
  for (long i = 0; i < length; i++) {
    PeerBox *next = new_box();
    bind(boxes->pdata[i], next);
    g_ptr_array_add(boxes, next);
  }
  return boxes;
}

static void time_chain(const char *name) {
  struct experiment experiment = {chain(CHAIN, copy_value), name, 0, 0};
  report(PEER, name, "ns/hop", time_turns(write_many, &experiment, CHAIN), NULL);
  g_ptr_array_unref(experiment.boxes);
}

static void time_fan(const char *name) {
  struct experiment experiment = {
      g_ptr_array_new_with_free_func(g_object_unref), name, 0, 0};
  PeerBox *source = new_box();
  g_ptr_array_add(experiment.boxes, source);
  for (int i = 0; i < TARGETS; i++) {
    PeerBox *target = new_box();
    copy_value(source, target);
    g_ptr_array_add(experiment.boxes, target);
  }
  report(PEER, name, "ns/hop", time_turns(write_many, &experiment, TARGETS), NULL);
  g_ptr_array_unref(experiment.boxes);
}

static void time_adding_chain(const char *name) {
  struct experiment experiment = {chain(CHAIN, copy_value_plus_one), name, 0, CHAIN};
  report(
      PEER, name, "ns/hop", time_turns(write_many, &experiment, CHAIN),
      "adds one in a compiled C transform function");
  g_ptr_array_unref(experiment.boxes);
}

static void time_pair(const char *name) {
  struct experiment experiment = {
      g_ptr_array_new_with_free_func(g_object_unref), name, 0, 0};
  PeerBox *left = new_box(), *right = new_box();
  g_ptr_array_add(experiment.boxes, left);
  g_ptr_array_add(experiment.boxes, right);
  g_object_bind_property(
      left, "value", right, "value", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  report(PEER, name, "ns/write", time_turns(write_many, &experiment, 1), NULL);

  peer_box_set_value(right, -1);
  expect_value(name, left->value, -1);
  g_ptr_array_unref(experiment.boxes);
}

// Static, so that the memory measured is the objects' and not that of the handles to them.
static PeerBox *pairs[PAIRS][2];

static void *make_pairs(void) {
  for (int i = 0; i < PAIRS; i++) {
    pairs[i][0] = new_box();
    pairs[i][1] = new_box();
    copy_value(pairs[i][0], pairs[i][1]);
  }
  return pairs;
}

static void drop_pairs(void *made) {
  (void)made;
  peer_box_set_value(pairs[PAIRS - 1][0], 7);
  expect_value("W5", pairs[PAIRS - 1][1]->value, 7);
  for (int i = 0; i < PAIRS; i++) {
    g_object_unref(pairs[i][0]);
    g_object_unref(pairs[i][1]);
  }
}

static void time_making(const char *name) {
  report_making(PEER, name, pairs, sizeof pairs, make_pairs, drop_pairs);
}

static void write_deep_chain(long depth) {
  GPtrArray *boxes = chain(depth, copy_value);
  peer_box_set_value(boxes->pdata[0], 7);
  expect_value("deepest", ((PeerBox *)boxes->pdata[depth])->value, 7);
}

static void find_deepest(const char *name) { report_deepest(PEER, name, write_deep_chain); }

int main(int argc, char **argv) {
  char version[32];
  snprintf(
      version, sizeof version, "%u.%u.%u", glib_major_version, glib_minor_version,
      glib_micro_version);
  PEER.version = version;
  static const struct workload workloads[] = {
      {"W1", time_chain},  {"W2", time_fan},    {"W3", time_adding_chain},
      {"W4", time_pair},   {"W5", time_making}, {"deepest", find_deepest},
  };
  return run_workloads(workloads, sizeof workloads / sizeof *workloads, argc, argv);
}
